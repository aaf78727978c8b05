import {
  authorizeOwnMembership,
  authorizeUser,
  type OrganizationTarget,
  type UserGrant,
  type UserTarget,
} from "#lib/core/access/authorize.ts";
import type { Context } from "#lib/core/request/context.ts";
import { changeOrganization } from "#lib/core/transaction/change.ts";
import {
  listUserKeyRows,
  revokeKeysMadeBy,
  revokeKnownKeys,
} from "#lib/identity/api-keys/queries.ts";
import { checkOwnerRemains } from "#lib/identity/members/members.ts";
import { deleteMemberships, isOnlyOwner, lockAccess } from "#lib/identity/members/queries.ts";
import { listOrganizationsOf, lockOrganization } from "#lib/identity/organizations/queries.ts";
import { listPasskeyRows } from "#lib/identity/passkeys/queries.ts";
import {
  prove,
  requireProgram,
  requireProofOrFirst,
  userOfGrant,
} from "#lib/identity/profile/prove.ts";
import { requireStillValid } from "#lib/identity/sessions/queries.ts";
import { listSessions } from "#lib/identity/sessions/sessions.ts";
import { deleteUser } from "#lib/identity/users/queries.ts";
import { wireNow } from "#lib/platform/clock.ts";
import { type FieldErrors, invalid } from "#lib/platform/errors/errors.ts";

const LAST_OWNER: FieldErrors = { base: [{ code: "last_owner" }] };

/**
 * Gives up one's own roles in an organization and its pages; the keys one made there are revoked.
 * @throws {AppError} `not_found`; `invalid` when no owner would be left
 */
export async function leaveOrganization(ctx: Context, target: OrganizationTarget): Promise<void> {
  const { grant, user_id } = await authorizeOwnMembership(ctx, target);
  await changeOrganization(ctx, grant, async (trx) => {
    await lockOrganization(trx, grant);
    await checkOwnerRemains(trx, grant, user_id);
    await deleteMemberships(trx, grant, { id: 0, user_id });
    await revokeKeysMadeBy(trx, grant, { user_id, role: null });
    return {
      result: undefined,
      audit: { action: "user.leave", subject_id: user_id, changes: { role: grant.role } },
      events: [],
    };
  });
}

async function removeAccount(ctx: Context, grant: UserGrant): Promise<void> {
  const { email } = await userOfGrant(ctx, grant);
  await changeOrganization(ctx, grant, async (trx) => {
    await lockAccess(trx, grant);
    await requireStillValid(trx, ctx.actor);
    if (await isOnlyOwner(trx, grant)) throw invalid(LAST_OWNER);
    await revokeKnownKeys(trx, grant, wireNow());
    await deleteUser(trx, grant);
    return {
      result: undefined,
      audit: { action: "user.delete", subject_id: grant.user_id, changes: { email } },
      events: [],
    };
  });
}

/**
 * Deletes one's own account with its roles, sessions and keys. What it wrote stays; the audit log
 * keeps that it acted, and its address.
 * @throws {AppError} `not_found`; `invalid` for a wrong password, or when an organization would
 *   have no owner
 */
export async function deleteOwnAccount(
  ctx: Context,
  target: UserTarget,
  current_password: string,
): Promise<void> {
  const grant = await authorizeUser(ctx, target);
  await requireProofOrFirst(ctx, grant);
  await prove(ctx, grant, current_password);
  await removeAccount(ctx, grant);
}

/** @throws {AppError} `forbidden` unless the program itself asks; `invalid` for the last owner */
export async function deleteAccount(ctx: Context, target: UserTarget): Promise<void> {
  requireProgram(ctx);
  await removeAccount(ctx, await authorizeUser(ctx, target));
}

/** The stored data of one's own account. @throws {AppError} `not_found` */
export async function exportAccount(ctx: Context, target: UserTarget): Promise<object> {
  const grant = await authorizeUser(ctx, target);
  const { password_hash, ...account } = await userOfGrant(ctx, grant);
  const [organizations, sessions, keys, passkeys] = await Promise.all([
    listOrganizationsOf(ctx.db, grant, MAX_EXPORTED),
    listSessions(ctx, target),
    listUserKeyRows(ctx.db, grant),
    listPasskeyRows(ctx.db, grant),
  ]);
  return {
    account: { ...account, has_password: password_hash !== null },
    organizations,
    sessions,
    api_keys: keys.map(({ id, name, token_hint, expires_at, last_used_at, inserted_at }) => ({
      ...{ id, name, hint: token_hint, expires_at, last_used_at, inserted_at },
    })),
    passkeys: passkeys.map(({ id, name, inserted_at, last_used_at }) => ({
      ...{ id, name, inserted_at, last_used_at },
    })),
  };
}

const MAX_EXPORTED = 10_000;
