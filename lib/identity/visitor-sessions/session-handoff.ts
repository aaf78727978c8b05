import type { Db } from "#db/index.ts";
import { authorize } from "#lib/core/access/authorize.ts";
import { hashToken, isSecret, newSecret } from "#lib/core/access/tokens.ts";
import { pageUrl, pathOn } from "#lib/core/addresses/url.ts";
import type { Context } from "#lib/core/request/context.ts";
import type { Session } from "#lib/identity/sessions/session-token.ts";
import { startPageSession } from "#lib/identity/visitor-sessions/page-session.ts";
import { insertHandover, takeHandover } from "#lib/identity/visitor-sessions/queries.ts";
import { later, wireNow } from "#lib/platform/clock.ts";
import { env } from "#lib/platform/config/env.ts";

const VALID_SECONDS = 60;

/**
 * Where somebody who is signed in goes on to: an address on the page's own host that begins a
 * session there, once, within a minute, and in the browser that asked alone. Under the
 * application's host, where the account's session counts, and of an open page its plain address.
 * @throws {AppError} `not_found`; `forbidden` where this account may not see the page
 */
export async function createHandoff(
  ctx: Context,
  session: Session,
  wish: ReturnTarget,
): Promise<string> {
  const grant = await authorize(ctx, "page.visit", { subdomain: wish.subdomain });
  // Where they came from, and not the primary address: the browser keeps its secret for that host.
  // A former one may have become somebody else's.
  const home = pageUrl(grant.former_until === null ? { address: wish.subdomain } : grant);
  const path = pathOn(home, wish.path);
  if (wish.browser === null)
    return `${env().APP_URL}/s/${grant.subdomain}${path === "/" ? "" : path}`;
  if (!grant.restricted) return home + path;
  const token = newSecret();
  const now = wireNow();
  const values = {
    token_hash: hashToken(token),
    session_id: session.session_id,
    password_stamp: session.stamp,
    browser_hash: Buffer.from(wish.browser, "base64url"),
    path,
    expires_at: later(now, VALID_SECONDS),
  };
  await insertHandover(ctx.db, grant, values, now);
  return `${home}/session/${token}`;
}

type Arrival = { subdomain: string; token: string; browser: string | undefined };

/**
 * Begins the session of a hand-over.
 * @returns the token for its cookie and the path to go to; null when the hand-over is not, or no
 *   longer, for this browser
 */
export async function acceptHandoff(
  db: Db,
  { subdomain, token, browser }: Arrival,
): Promise<{ token: string; path: string } | null> {
  if (!isSecret(token) || !isSecret(browser)) return null;
  const handover = await takeHandover(db, {
    subdomain,
    token_hash: hashToken(token),
    browser_hash: hashToken(browser),
    now: wireNow(),
  });
  if (!handover) return null;
  return { token: await startPageSession(db, handover), path: handover.path };
}

const HASH = /^[\w-]{43}$/;

/**
 * Where somebody wants to be on a page, and which browser asked: the hash of its secret; null where
 * they stay on the application's host.
 */
export type ReturnTarget = { subdomain: string; path: string; browser: string | null };

type Given = Readonly<Record<string, unknown>>;

/** The wish in a query or form; null when there is none. */
export function readReturnTarget({ page, path, browser }: Given): ReturnTarget | null {
  if (typeof page !== "string" || page === "") return null;
  return {
    subdomain: page,
    path: typeof path === "string" ? path : "/",
    browser: typeof browser === "string" && HASH.test(browser) ? browser : null,
  };
}

/** The same as the fields of a form or query. */
export function fieldsOf({ subdomain, path, browser }: ReturnTarget): Record<string, string> {
  return { page: subdomain, path, ...(browser !== null && { browser }) };
}
