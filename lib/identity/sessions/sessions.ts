import Bowser from "bowser";
import { authorizeUser, type UserTarget } from "#lib/core/access/authorize.ts";
import type { Context } from "#lib/core/request/context.ts";
import { changeOrganization } from "#lib/core/transaction/change.ts";
import { unchanged } from "#lib/core/transaction/outcome.ts";
import { endOneSession, endSessions, listSessionRows } from "#lib/identity/sessions/queries.ts";
import { earliestStart, SESSION_SECONDS } from "#lib/identity/sessions/session-token.ts";
import type { Method } from "#lib/identity/users/schema.ts";
import { later, wireNow } from "#lib/platform/clock.ts";

/** Where somebody is signed in. */
export type OpenSession = {
  id: number;
  method: Method;
  /** What it runs in, as far as that is known: `Firefox`, `Windows`. */
  browser: string | null;
  system: string | null;
  address: string | null;
  started_at: string;
  last_seen_at: string;
};

function deviceOf(user_agent: string | null): Pick<OpenSession, "browser" | "system"> {
  if (!user_agent) return { browser: null, system: null };
  const { browser, os } = Bowser.parse(user_agent);
  return { browser: browser.name || null, system: os.name || null };
}

/**
 * The user's sessions that have not run out, the last used first.
 * @throws {AppError} `not_found` unless it is the caller
 */
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
