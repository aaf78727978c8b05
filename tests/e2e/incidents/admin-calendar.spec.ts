import { arrive, expect, test } from "#tests/support/browser/admin.ts";
import { loadCalendar } from "#tests/support/data/imported-calendar.ts";

test("a calendar is added, imported at once, and says in words what came of it", async ({
  admin: page,
  server,
  acme,
  database,
}) => {
  const { receiver, serve } = await loadCalendar();
  serve([{ uid: "a@x", summary: "New switches", day: 3 }]);
  await arrive(page, `${server.url}/pages/${acme.subdomain}/integrations/new?kind=calendar`);
  await page.getByLabel("Link to the calendar").fill(`${receiver.url}/secret-token-4321`);
  await page.getByLabel("Notify subscribers").check();
  await page.getByRole("button", { name: "Add integration" }).click();
  await expect(page.getByRole("link", { name: "Switch it on in the settings" })).toHaveAttribute(
    "href",
    `/pages/${acme.subdomain}/settings#subscriptions`,
  );
  await database
    .updateTable("status_pages")
    .set({ settings: JSON.stringify({ external_calendar_enabled: true }) })
    .where("id", "=", acme.organization.page.id)
    .execute();
  await page.reload();
  expect(await page.content()).not.toContain("secret-token");
  await expect(page.getByText("Nothing imported yet.")).toBeVisible();
  await page.getByRole("button", { name: "Import now" }).click();
  const news = page.getByRole("status").filter({ hasText: "Imported: 1 new" });
  await expect(news).toBeVisible();
  await expect(page.getByText(/^Imported on .+: 1 new\.$/)).toBeVisible();
  const { text } = await server.visit(acme.subdomain, "/");
  expect(text).toContain("New switches");
  receiver.answer = 404;
  await page.getByRole("button", { name: "Import now" }).click();
  await expect(
    page.getByText(/^The import on .+ failed: the address answers with 404\.$/),
  ).toBeVisible();
  await receiver.close();
});
