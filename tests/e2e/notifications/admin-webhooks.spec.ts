import { arrive, expect, signIn, test } from "#tests/support/browser/admin.ts";
import { mintOrganization, mintUser } from "#tests/support/data/mint.ts";
import { mintDelivery, mintWebhook } from "#tests/support/data/webhooks.ts";

test("a webhook shows its secret once, is tested, changed, switched off, and deleted by its host", async ({
  admin: page,
  server,
  acme,
  receiver,
}) => {
  const base = `${server.url}/pages/${acme.subdomain}/integrations/webhooks`;
  await arrive(page, base);
  await expect(page.getByRole("heading", { name: "No webhooks yet" })).toBeVisible();
  await page.getByLabel("Address").fill("nowhere");
  await page.getByRole("button", { name: "Create webhook" }).click();
  await expect(page.getByLabel("Address")).toHaveAccessibleDescription(/web address/);
  await page.getByLabel("Address").fill(receiver.url);
  await page.getByLabel("Service up or down").check();
  await page.getByRole("button", { name: "Create webhook" }).click();
  await expect(page.getByText(/whsec_/)).toBeVisible();
  const row = page.getByRole("row", { name: "/hook" });
  await expect(row).toContainText("Incident created and 2 more");
  await page.reload();
  await expect(page.getByText(/whsec_/)).toHaveCount(0);

  await row.getByRole("button", { name: /Switch off/ }).click();
  await expect(row.getByRole("cell", { name: "Off", exact: true })).toBeVisible();
  await row.getByRole("link").click();
  await expect(page.getByLabel("Send events")).not.toBeChecked();
  await page.getByLabel("Service up or down").uncheck();
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Webhook saved").first()).toBeVisible();
  await page.getByRole("button", { name: "Rotate secret" }).click();
  await expect(page.getByText(/whsec_/)).toBeVisible();
  await page.getByRole("button", { name: "Send a test" }).click();
  await expect(page).toHaveURL(/\/deliveries\/\d+/);
  const { headers } = await receiver.nth(1);
  expect(String(headers["webhook-signature"]).split(" ")).toHaveLength(2);
  await expect(page.getByText("HTTP 204")).toBeVisible();
  await expect(page.getByText('"event": "webhook.test"')).toBeVisible();

  await arrive(page, base);
  await row.getByRole("link").click();
  await page.getByRole("button", { name: "Delete webhook" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox").fill("other.example");
  await dialog.getByRole("button", { name: "Delete webhook" }).click();
  await expect(dialog.getByRole("textbox")).toHaveAccessibleDescription(/not match the name/);
  await dialog.getByRole("textbox").fill(new URL(receiver.url).host);
  await dialog.getByRole("button", { name: "Delete webhook" }).click();
  await expect(page.getByRole("heading", { name: "No webhooks yet" })).toBeVisible();
});

test("the log is narrowed by state, webhook and day, and a delivery is sent again as it was", async ({
  admin: page,
  server,
  acme,
  database,
  receiver,
}) => {
  const { id } = acme.organization.page;
  const webhook = await mintWebhook(database, id, { url: receiver.url });
  const other = await mintWebhook(database, id);
  await mintDelivery(database, id, webhook.id, { inserted_at: "2026-03-01T12:00:00" });
  await mintDelivery(database, id, other.id);
  await arrive(page, `${server.url}/pages/${acme.subdomain}/deliveries`);
  const rows = page.getByRole("row").filter({ has: page.getByRole("link") });
  await expect(rows).toHaveCount(2);
  await page.getByLabel("Any webhook").selectOption(String(webhook.id));
  await expect(rows).toHaveCount(1);
  await page.getByLabel("From").fill("2026-03-02");
  await expect(page.getByText("No matches")).toBeVisible();
  await page.getByLabel("From").fill("2026-03-01");
  await page.getByLabel("Until").fill("2026-03-01");
  await expect(rows).toHaveCount(1);
  await rows.getByRole("link").click();
  await page.getByRole("button", { name: "Send again" }).click();
  const { body } = await receiver.nth(1);
  expect(JSON.parse(body)).toMatchObject({ event: "incident.created" });
  await expect(page.getByText("HTTP 204")).toBeVisible();
});

test("editors read the log but see no button that they may not press; strangers' ids are not found", async ({
  page,
  server,
  acme,
  database,
}) => {
  const { id } = acme.organization.page;
  const webhook = await mintWebhook(database, id);
  const delivery = await mintDelivery(database, id, webhook.id);
  const foreign = (await mintOrganization(database)).page.id;
  const theirs = await mintWebhook(database, foreign);
  const theirDelivery = await mintDelivery(database, foreign, theirs.id);
  await signIn(page, server, await mintUser(database, acme.organization.id, "editor"));
  const base = `${server.url}/pages/${acme.subdomain}`;
  await page.goto(`${base}/deliveries/${delivery}`);
  await expect(page.getByText('"title": "Schön"')).toBeVisible();
  await expect(page.getByRole("button", { name: "Send again" })).toHaveCount(0);
  await page.goto(`${base}/integrations/webhooks`);
  await expect(page.getByRole("button", { name: /Switch off|Create webhook/ })).toHaveCount(0);
  for (const path of [`deliveries/${theirDelivery}`, `integrations/webhooks/${theirs.id}`])
    expect((await page.goto(`${base}/${path}`))?.status()).toBe(404);
});
