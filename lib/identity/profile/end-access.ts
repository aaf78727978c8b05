import {
  authorizeOrganization,
  authorizeReset,
  type UserTarget,
} from "#lib/core/access/authorize.ts";
import type { Context } from "#lib/core/request/context.ts";
import { changeOrganization } from "#lib/core/transaction/change.ts";
import { revokeKnownKeys } from "#lib/identity/api-keys/queries.ts";
import type { MemberTarget } from "#lib/identity/members/members.ts";
import { getMemberRow, lockAccess } from "#lib/identity/members/queries.ts";
import { endSessions } from "#lib/identity/sessions/queries.ts";
import { wireNow } from "#lib/platform/clock.ts";
import { notFound } from "#lib/platform/errors/errors.ts";

type Ended = { sessions: number; keys: number };

/**
 * Ends all sessions of a person and revokes the keys that they know: their own, and those they made
 * for their organizations. They may sign in again.
 * @throws {AppError} as `resetSignIn`
 */
export async function endAccess(ctx: Context, target: UserTarget): Promise<Ended> {
  const grant = await authorizeReset(ctx, target);
  return changeOrganization(ctx, grant, async (trx) => {
    await lockAccess(trx, grant);
    const keys = await revokeKnownKeys(trx, grant, wireNow());
    const result = { sessions: await endSessions(trx, grant), keys };
    const audit = { action: "user.end_access", subject_id: grant.user_id, changes: result };
    return { result, audit, events: [] };
  });
}

/** @throws as `resetSignIn`; `not_found` also for oneself and for invited members; `forbidden` */
export async function endMemberAccess(ctx: Context, target: MemberTarget): Promise<Ended> {
  const grant = await authorizeOrganization(ctx, "organization.write", target);
  const { user_id } = await getMemberRow(ctx.db, grant, target.member_id);
  if (user_id === null) throw notFound();
  return endAccess(ctx, { user_id });
}
