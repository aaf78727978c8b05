import { arrive, expect, test } from "#tests/support/browser/admin.ts";
import { mintSubscription } from "#tests/support/data/subscriptions.ts";

test("an incident is addressed to a group: only its members are counted, and an edit keeps it", async ({
  admin,
  server,
  acme,
  api,
  database,
}) => {
  const path = `/status_pages/${acme.subdomain}`;
  const named = { subscription_group: { name: "Gold" } };
  const made = (await api.post(`${path}/subscription_groups`, named)).json<{
    subscription_group: { id: number };
  }>();
  const { id: group } = made.subscription_group;
  const ada = await mintSubscription(database, acme.organization.page.id);
  await mintSubscription(database, acme.organization.page.id);
  const member = { subscription: { subscription_group_ids: [group] } };
  expect((await api.put(`${path}/subscriptions/${ada}`, member)).status).toBe(200);

  await arrive(admin, `${server.url}/pages/${acme.subdomain}/incidents/new`);
  await admin.getByLabel("Title").fill("Exports are late");
  await admin.getByRole("checkbox", { name: "Search" }).check();
  await admin.getByLabel("Text", { exact: true }).fill("They come within the hour.");
  await admin.getByRole("checkbox", { name: "Notify" }).check();
  await expect(admin.getByRole("button", { name: /^Post.* 2 / })).toBeVisible();
  await admin.getByRole("checkbox", { name: "Gold" }).check();
  await admin.getByRole("button", { name: /^Post.* 1 / }).click();
  await expect(admin).toHaveURL(/\/incidents\/\d+$/);
  const addressed = async () => {
    const incidents = database.selectFrom("incidents").where("title", "=", "Exports are late");
    return incidents.select("subscription_group_ids").execute();
  };
  expect(await addressed()).toEqual([{ subscription_group_ids: [group] }]);

  await arrive(admin, `${admin.url()}/edit`);
  await expect(admin.getByRole("checkbox", { name: "Gold" })).toBeChecked();
  await admin.getByRole("button", { name: "Save" }).click();
  await expect(admin).toHaveURL(/\/incidents\/\d+$/);
  expect(await addressed()).toEqual([{ subscription_group_ids: [group] }]);
});
