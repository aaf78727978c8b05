import { arrive, expect, test } from "#tests/support/browser/admin.ts";
import { mintChecked } from "#tests/support/data/checked-services.ts";
import { Target } from "#tests/support/http/targets.ts";

test("a service is checked at a press of a button, and its screen says what came of it", async ({
  admin: page,
  acme,
  server,
  database,
}) => {
  let status = 200;
  const target = await Target.http(({ url }, response) => {
    if (url === "/") response.writeHead(302, { location: "/health" }).end();
    else response.writeHead(status, { "x-served-by": "unit-7" }).end();
  });
  const id = await mintChecked(database, acme.organization.page.id, target.url);
  await arrive(page, `${server.url}/pages/${acme.subdomain}/services/${id}`);
  await page.getByRole("link", { name: "Monitoring" }).click();
  await page.waitForURL(`**/services/${id}/monitoring`);
  await page.getByRole("button", { name: "Check now" }).click();
  const said = page.getByRole("status").filter({ hasText: "ms in total" });
  await expect(said).toContainText("Up – The service responds as it should.");
  await expect(said).toContainText(`HEAD ${target.url}/health`);
  await expect(said).toContainText("First byte");
  await said.getByText("Response HTTP 200").click();
  await expect(said).toContainText("x-served-by: unit-7");
  status = 503;
  await expect(page.getByRole("button", { name: "Check now" })).toBeEnabled();
  await page.keyboard.press("n");
  await expect(said).toContainText("Down – Unexpected HTTP status (503)");
  await target.close();
});
