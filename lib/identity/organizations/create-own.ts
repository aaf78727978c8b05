import {
  authorizeOrganization,
  authorizeUser,
  type UserTarget,
} from "#lib/core/access/authorize.ts";
import type { Context } from "#lib/core/request/context.ts";
import { changeOrganization } from "#lib/core/transaction/change.ts";
import { lockAccount } from "#lib/core/transaction/queries.ts";
import { checkRoom } from "#lib/core/transaction/room.ts";
import { changeTogether } from "#lib/core/transaction/together.ts";
import { countOwned, insertOwnOrganization } from "#lib/identity/organizations/queries.ts";
import { listOwnOrganizations, serializeOrganization } from "#lib/identity/organizations/read.ts";
import type { CreateOrganization, Organization } from "#lib/identity/organizations/schema.ts";
import { AppError } from "#lib/platform/errors/errors.ts";

/** Whether a user may add organizations: who owns one already. Members of a page do not. */
async function mayCreateOrganization(ctx: Context, target: UserTarget): Promise<boolean> {
  return (await listOwnOrganizations(ctx, target)).some(({ role }) => role === "owner");
}

const MAX_OWNED = 100;

/**
 * Adds an organization, of which the user becomes the owner.
 * @throws {AppError} `not_found`, `forbidden`, `invalid`
 */
export async function createOwnOrganization(
  ctx: Context,
  target: UserTarget,
  input: CreateOrganization,
): Promise<Organization> {
  const user = await authorizeUser(ctx, target);
  if (!(await mayCreateOrganization(ctx, target)))
    throw new AppError("forbidden", "Only owners of an organization may add another");
  return changeTogether(ctx, async (within) => {
    const account = await lockAccount(within.db, user);
    checkRoom(account, await countOwned(within.db, user), MAX_OWNED);
    const row = await insertOwnOrganization(within.db, user, input.name);
    const at = { organization_id: row.id };
    const grant = await authorizeOrganization(within, "organization.write", at);
    return changeOrganization(within, grant, async () => ({
      result: serializeOrganization(row),
      audit: { action: "organization.create", subject_id: row.id, changes: input },
      events: [],
    }));
  });
}
