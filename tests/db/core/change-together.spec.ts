import { relayChanges } from "#lib/core/transaction/announce.ts";
import { changeAtomically } from "#lib/core/transaction/transact.ts";
import {
  createOwnOrganization,
  updateOrganization,
} from "#lib/identity/organizations/organizations.ts";
import { invalid } from "#lib/platform/errors/errors.ts";
import { person } from "#tests/support/data/accounts.ts";
import { expect, test } from "#tests/support/test.ts";

test.afterEach(() => relayChanges(async () => {}));

test("of verbs that are one change nobody is told before it is committed, nor if it is not", async ({
  database,
  organization: { id, owner },
}) => {
  const told: unknown[] = [];
  relayChanges(async ({ access }) => {
    told.push(access);
  });
  const ctx = person(database, owner.id);
  const target = { organization_id: id };
  await changeAtomically(ctx, async (inside) => {
    await updateOrganization(inside, target, { name: "Renamed" });
    expect(told).toEqual([]);
  });
  expect(told).toEqual([target]);
  const failed = changeAtomically(ctx, async (inside) => {
    await updateOrganization(inside, target, { name: "Renamed again" });
    throw invalid({});
  });
  await expect(failed).rejects.toMatchObject({ code: "invalid" });
  expect(told).toEqual([target]);
  const made = await createOwnOrganization(ctx, { user_id: owner.id }, { name: "Another" });
  expect(told).toEqual([target, { organization_id: made.id }]);
});
