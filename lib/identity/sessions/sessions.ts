import { authorizeUser, type UserTarget } from "#lib/core/access/authorize.ts";
import type { Context } from "#lib/core/request/context.ts";
import { changeOrganization } from "#lib/core/transaction/change.ts";
import { unchanged } from "#lib/core/transaction/outcome.ts";
import { deviceOf } from "#lib/identity/sessions/device.ts";
import { endOneSession, endSessions, listSessionRows } from "#lib/identity/sessions/queries.ts";
import { earliestStart, SESSION_SECONDS } from "#lib/identity/sessions/session-token.ts";
import type { Method } from "#lib/identity/users/schema.ts";
import { later, wireNow } from "#lib/platform/clock.ts";

export type OpenSession = {
  id: number;
  method: Method;
  /** As far as known: `Firefox`, `Windows`. */
  browser: string | null;
  system: string | null;
  address: string | null;
  started_at: string;
  last_seen_at: string;
};

/** Last used first. @throws {AppError} `not_found` unless it is the caller */
export async function listSessions(ctx: Context, target: UserTarget): Promise<OpenSession[]> {
  const grant = await authorizeUser(ctx, target);
  const since = { started: earliestStart(), seen: later(wireNow(), -SESSION_SECONDS) };
  const rows = await listSessionRows(ctx.db, grant, since);
  return rows.map(({ id, method, address, user_agent, started_at, last_seen_at }) => ({
    id,
    method,
    ...deviceOf(user_agent),
    address,
    started_at,
    last_seen_at: last_seen_at ?? started_at,
  }));
}

/**
 * Also ends the page sessions made from it. A session that is over is no error.
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

/** @returns how many @throws {AppError} `not_found` unless the caller's own account is meant */
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
