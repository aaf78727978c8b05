import { listFirstSteps } from "#lib/api/first-steps.ts";
import { mintIntegration } from "#tests/support/data/integrations.ts";
import { mintOrganization, mintService, mintUser } from "#tests/support/data/mint.ts";
import { mintSubscription } from "#tests/support/data/subscriptions.ts";
import { expect, test } from "#tests/support/test.ts";

test("the list tells what a new page still needs, and ticks off what is done", async ({
  database,
}) => {
  const { id, owner, page } = await mintOrganization(database, { draft: true });
  const actor = { kind: "user", user_id: owner.id, api_key_id: null } as const;
  const ctx = { db: database, actor, address: null, request_id: "test" };
  const done = async () => {
    const list = await listFirstSteps(ctx, { subdomain: page.subdomain });
    return list.filter((item) => item.done).map(({ step }) => step);
  };
  expect(await done()).toEqual([]);
  await mintService(database, page.id);
  await mintSubscription(database, page.id);
  await database
    .updateTable("status_pages")
    .set({ draft: false })
    .where("id", "=", page.id)
    .execute();
  expect(await done()).toEqual(["services", "publish", "subscribers"]);
  const internal = { monitoring: "internal", ping_url: "https://example.com" };
  await mintService(database, page.id, internal);
  const integration = await mintIntegration(database, page.id);
  const settings = JSON.stringify({ enabled: true });
  const named = (values: object) =>
    database.updateTable("integrations").set(values).where("id", "=", integration).execute();
  await named({ name: "smtp" });
  await mintUser(database, id, "viewer");
  expect(await done()).toEqual(["services", "monitoring", "publish", "team", "subscribers"]);
  await named({ settings });
  expect(await done()).toContain("mail");
});
