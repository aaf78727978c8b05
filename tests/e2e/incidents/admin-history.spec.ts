import { arrive, expect, test } from "#tests/support/browser/admin.ts";
import { mintService } from "#tests/support/data/mint.ts";
import { checker, everySoOften } from "#tests/support/db/check-results.ts";

const DAY_S = 86_400;

test("an operator corrects a past day, visitors read that and why, and it is taken back", async ({
  admin,
  server,
  acme,
  database,
}) => {
  const shown = { name: "Checkout", display_uptime_graph: true };
  const service = await mintService(database, acme.organization.page.id, shown);
  await database
    .updateTable("services")
    .set({ display_response_time_chart: true, inserted_at: "2026-01-01T00:00:00" })
    .where("id", "=", service)
    .execute();
  const now_s = Math.floor(Date.now() / 1_000);
  await checker(
    database,
    acme.organization.page.id,
    service,
  )(
    everySoOften([now_s - 8 * DAY_S, now_s], 1_800, (time) => ({
      outcome: time % 97 === 0 ? "down" : "up",
      response_ms: 80 + (time % 71),
    })),
  );
  await arrive(admin, `${server.url}/pages/${acme.subdomain}/services/${service}/monitoring`);
  await expect(admin.getByRole("img", { name: /^Response time, 7 days/ })).toBeVisible();
  await expect(admin.getByRole("table", { name: "Check results" })).toBeVisible();
  await admin.getByLabel("Downtime").fill("20");
  await admin.getByLabel("Reason").fill("Our own network was down");
  await admin.getByRole("button", { name: "Correct day" }).click();
  await expect(admin.getByText("20 min of downtime")).toBeVisible();
  const uptime = `/services/${service}/uptime`;
  const told = (await server.visit(acme.subdomain, uptime)).text.replaceAll("<!-- -->", "");
  expect(told).toContain("Reason: Our own network was down");
  await admin.getByRole("button", { name: "Undo" }).click();
  await expect(admin.getByText("20 min of downtime")).toBeHidden();
  expect((await server.visit(acme.subdomain, uptime)).text).not.toContain("Our own network");
});
