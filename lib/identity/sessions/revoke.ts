import { authorizeUser, type UserTarget } from "#lib/core/access/authorize.ts";
import type { Context } from "#lib/core/request/context.ts";
import { changeOrganization } from "#lib/core/transaction/change.ts";
import { unchanged } from "#lib/core/transaction/outcome.ts";
import { endOneSession, endSessions } from "#lib/identity/sessions/queries.ts";

/**
 * Ends a session, and those on pages that were made from it. One that is over already is no error.
 * @throws {AppError} `not_found` unless the caller's own account is meant
 */
export async function revokeSession(
  ctx: Context,
  target: UserTarget & { session_id: number },
): Promise<void> {
  const grant = await authorizeUser(ctx, target);
  await changeOrganization(ctx, grant, async (trx) => {
    if (!(await endOneSession(trx, grant, target.session_id))) return unchanged(undefined);
    return {
      result: undefined,
      audit: { action: "session.revoke", subject_id: target.session_id },
      events: [],
    };
  });
}

/**
 * Ends all sessions of the user but the one they are using. @returns how many
 * @throws {AppError} `not_found` unless the caller's own account is meant
 */
export async function revokeOtherSessions(
  ctx: Context,
  target: UserTarget & { session_id: number },
): Promise<number> {
  const grant = await authorizeUser(ctx, target);
  return changeOrganization(ctx, grant, async (trx) => {
    const ended = await endSessions(trx, grant, target.session_id);
    if (ended === 0) return unchanged(ended);
    return {
      result: ended,
      audit: { action: "user.end_sessions", subject_id: grant.user_id, changes: { ended } },
      events: [],
    };
  });
}
