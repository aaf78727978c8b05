import { createOwnOrganization } from "#lib/identity/organizations/organizations.ts";
import { createUserKey, listUserKeys } from "#lib/identity/profile/user-keys.ts";
import { person } from "#tests/support/data/accounts.ts";
import { mintKey } from "#tests/support/data/mint.ts";
import { expect, test } from "#tests/support/test.ts";

async function outcomes(attempts: Promise<unknown>[]): Promise<string[]> {
  const settled = await Promise.allSettled(attempts);
  return settled.map(({ status }) => status).sort();
}

test("an account has at most 50 keys, however many are made at once", async ({
  database,
  organization: { owner },
}) => {
  const target = { user_id: owner.id };
  const ctx = person(database, owner.id);
  for (let count = 1; count < 49; count += 1) await mintKey(database, target);
  const make = () => createUserKey(ctx, target, { name: "Laptop" });
  expect(await outcomes([make(), make(), make()])).toEqual(["fulfilled", "rejected", "rejected"]);
  expect(await listUserKeys(ctx, target)).toHaveLength(50);
  await expect(make()).rejects.toMatchObject({
    fields: { base: [{ code: "too_many", values: { max: 50 } }] },
  });
});

test("somebody owns at most 100 organizations, however many are made at once", async ({
  database,
  organization: { owner },
}) => {
  const ctx = person(database, owner.id);
  const names = Array.from({ length: 98 }, (_, index) => ({ name: `Organization ${index}` }));
  const made = await database.insertInto("organizations").values(names).returning("id").execute();
  await database
    .insertInto("memberships")
    .values(made.map(({ id }) => ({ organization_id: id, user_id: owner.id, role: "owner" })))
    .execute();
  const make = () => createOwnOrganization(ctx, { user_id: owner.id }, { name: "Another" });
  expect(await outcomes([make(), make(), make()])).toEqual(["fulfilled", "rejected", "rejected"]);
});
