import type { Trx } from "#db/index.ts";
import {
  authorizeOrganization,
  authorizeReset,
  type UserGrant,
  type UserTarget,
} from "#lib/core/access/authorize.ts";
import type { Context } from "#lib/core/request/context.ts";
import { changeOrganization } from "#lib/core/transaction/change.ts";
import { revokeUserKeys } from "#lib/identity/api-keys/queries.ts";
import type { MemberTarget } from "#lib/identity/members/members.ts";
import { getMemberRow } from "#lib/identity/members/queries.ts";
import { deletePasskeys } from "#lib/identity/passkeys/queries.ts";
import { enqueueAccountNotice } from "#lib/identity/profile/notices.ts";
import { endSessions } from "#lib/identity/sessions/queries.ts";
import { deleteTwoFactor } from "#lib/identity/sign-in/two-factor.queries.ts";
import {
  confirmEmail,
  deleteIdentities,
  endAddressLinks,
  lockUser,
} from "#lib/identity/users/queries.ts";
import { wireNow } from "#lib/platform/clock.ts";
import { notFound } from "#lib/platform/errors/errors.ts";

/**
 * Removes second factor, recovery codes, passkeys and provider identity, and ends all sessions and
 * links to a new address. Password and API keys stay.
 * @throws {AppError} `not_found`; `invalid` where the user belongs to an organization that the
 *   caller does not own
 */
export async function resetSignIn(ctx: Context, target: UserTarget): Promise<void> {
  const grant = await authorizeReset(ctx, target);
  await changeOrganization(ctx, grant, async (trx) => {
    await lockUser(trx, grant);
    await deleteTwoFactor(trx, grant);
    await deletePasskeys(trx, grant);
    await deleteIdentities(trx, grant);
    await endSessions(trx, grant);
    await endAddressLinks(trx, grant);
    await enqueueAccountNotice(trx, grant.user_id, "sign_in_reset");
    return {
      result: undefined,
      audit: { action: "user.reset_sign_in", subject_id: grant.user_id },
      events: [],
    };
  });
}

/** @throws as `resetSignIn`; `not_found` also for oneself and for invited members; `forbidden` */
export async function resetMemberSignIn(ctx: Context, target: MemberTarget): Promise<void> {
  const grant = await authorizeOrganization(ctx, "organization.write", target);
  const { user_id } = await getMemberRow(ctx.db, grant, target.member_id);
  if (user_id === null) throw notFound();
  await resetSignIn(ctx, { user_id });
}

/**
 * Another person may have created the account by an invitation: once the address is proven, their
 * proofs, keys and sessions end.
 */
export async function claimAccount(trx: Trx, grant: UserGrant): Promise<void> {
  await lockUser(trx, grant);
  await confirmEmail(trx, grant);
  await deleteTwoFactor(trx, grant);
  await deletePasskeys(trx, grant);
  await revokeUserKeys(trx, grant, wireNow());
  await endSessions(trx, grant);
  await endAddressLinks(trx, grant);
}
