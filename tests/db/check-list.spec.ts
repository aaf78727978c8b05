import { getCheckList } from "#lib/check-list/read.ts";
import { mintOrganization, mintService } from "#tests/support/mint.ts";
import { mintSubscription } from "#tests/support/subscriptions.ts";
import { expect, test } from "#tests/support/test.ts";

test("the list tells what a new page still needs, and ticks off what is done", async ({
  database,
}) => {
  const { owner, page } = await mintOrganization(database, { draft: true });
  const actor = { kind: "user", user_id: owner.id, api_key_id: null } as const;
  const ctx = { db: database, actor, address: null, request_id: "test" };
  const done = async () => {
    const list = await getCheckList(ctx, { subdomain: page.subdomain });
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
  expect(await done()).toEqual(["services", "subscribers", "publish"]);
});
