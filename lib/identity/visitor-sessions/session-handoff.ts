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
 * @returns an address on the page's host that starts a session once, within a minute, in this
 *   browser only; for open pages the plain address
 * @throws {AppError} `not_found`; `forbidden` where this account may not see the page
 */
export async function createHandoff(
  ctx: Context,
  session: Session,
  wish: ReturnTarget,
): Promise<string> {
  const grant = await authorize(ctx, "page.visit", { subdomain: wish.subdomain });
  // The browser keeps its secret for the host it came from, so that host is used. A former one may
  // belong to someone else by now.
  const home = pageUrl(grant.former_until === null ? { address: wish.subdomain } : grant);
  const path = pathOn(new URL(home).origin, wish.path);
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

/** @returns the cookie's token and the path; null for another browser, or too late */
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

/** `browser`: the hash of the browser's secret; null on the application's host. */
export type ReturnTarget = { subdomain: string; path: string; browser: string | null };

type Given = Readonly<Record<string, unknown>>;

export function readReturnTarget({ page, path, browser }: Given): ReturnTarget | null {
  if (typeof page !== "string" || page === "") return null;
  return {
    subdomain: page,
    path: typeof path === "string" ? path : "/",
    browser: typeof browser === "string" && HASH.test(browser) ? browser : null,
  };
}

export function fieldsOf({ subdomain, path, browser }: ReturnTarget): Record<string, string> {
  return { page: subdomain, path, ...(browser !== null && { browser }) };
}
