import { type Db, database } from "#db/index.ts";
import { authenticate } from "#lib/core/access/authenticate.ts";
import type { PageGrant } from "#lib/core/access/authorize.ts";
import { openPage } from "#lib/core/access/gate.ts";
import { Restricted, refusalBy } from "#lib/core/access/restriction.ts";
import { hashToken, isSecret } from "#lib/core/access/tokens.ts";
import { type Actor, type Context, requestContext } from "#lib/core/request/context.ts";
import { type Refusal, requestScope } from "#lib/core/request/request-scope.ts";
import { placeOf } from "#lib/core/routes/place.ts";
import { findFeedReader } from "#lib/identity/visitor-sessions/feed-tokens.queries.ts";
import { sessionActor } from "#lib/identity/visitor-sessions/page-session.ts";
import { deletedIncidentExists } from "#lib/incidents/deleted-incidents.queries.ts";
import { infoNoticeExists } from "#lib/incidents/info-notices/queries.ts";
import { incidentExists } from "#lib/incidents/queries.ts";
import { wireNow } from "#lib/platform/clock.ts";
import { AppError, notFound } from "#lib/platform/errors/errors.ts";
import { serviceExists } from "#lib/services/queries.ts";
import { isPastDay } from "#lib/site/snapshot/days.ts";
import { numberIn } from "#lib/site/words/visitor.ts";

/**
 * Finds a form's page by its URL. A form field could name another tenant's page, and so sign in
 * whoever's browser sends it.
 */
export function pageOfForm(host: string | null): string {
  const [path = ""] = (requestScope.getStore()?.url ?? "").split("?");
  return decodeURIComponent(placeOf(host ?? "", path).page ?? "");
}

export type Credentials = {
  cookie: string | null | undefined;
  authorization: string | null | undefined;
  host: string | null | undefined;
};

async function callerOf(credentials: Credentials): Promise<Actor | null> {
  const { cookie, host, authorization } = credentials;
  const signedIn = await sessionActor(database(), cookie, host);
  if (signedIn) return signedIn;
  try {
    return await authenticate(database(), authorization ?? null);
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

/** A personal feed's address is its only credential. */
export type FeedAddress = { subdomain: string; token: string };

/** @throws {AppError} `not_found` */
async function readerOf({ subdomain, token }: FeedAddress): Promise<Actor> {
  const reader = isSecret(token) && (await findFeedReader(database(), subdomain, hashToken(token)));
  if (!reader) throw notFound();
  return { kind: "reader", ...reader };
}

/**
 * Runs an operation as an anonymous visitor and, if that is refused, as the signed-in user or API
 * key.
 * @throws {Restricted} when both are refused
 */
export async function runAsCaller<T>(
  credentials: Credentials | FeedAddress,
  open: (ctx: Context) => Promise<T>,
): Promise<T> {
  if ("token" in credentials) return open(requestContext(await readerOf(credentials)));
  try {
    return await open(requestContext());
  } catch (error) {
    if (!(error instanceof Restricted)) throw error;
    const actor = await callerOf(credentials);
    if (!actor || actor.kind === "visitor") throw error;
    return open(requestContext(actor));
  }
}

export function credentialsIn(headers: Headers): Credentials {
  const header = (name: string) => headers.get(name);
  return { cookie: header("cookie"), authorization: header("authorization"), host: header("host") };
}

type Exists = (db: Db, grant: PageGrant, id: number) => Promise<boolean>;

const RECORDS: Record<string, Exists> = {
  incidents: incidentExists,
  info_notices: infoNoticeExists,
  services: serviceExists,
};

async function isThere({ db }: Context, grant: PageGrant, path: string): Promise<boolean> {
  const [, kind = "", name = "", file] = path.split("/");
  if (kind === "history") return name === "" || isPastDay(name, grant.time_zone, wireNow());
  const exists = RECORDS[kind];
  const id = numberIn(name);
  if (!exists) return true;
  if (id === 0) return false;
  return (
    (await exists(db, grant, id)) || (file !== undefined && deletedIncidentExists(db, grant, id))
  );
}

function feedTokenIn(path: string): string | undefined {
  return /^\/feeds\/([^/]+)\//.exec(path)?.[1];
}

type RefusalOrMove = Refusal | { moved: PageGrant } | null;

/** An unsubscribe link works even if its holder cannot see the page. */
function isForHolders(path: string): boolean {
  return path.startsWith("/unsubscribe/");
}

/**
 * Finds out why a visitor cannot see something, without reading the page.
 * @param path one that the page has a route for
 */
export async function findRefusal(
  credentials: Credentials,
  subdomain: string,
  path: string,
): Promise<RefusalOrMove> {
  if (isForHolders(path)) return null;
  try {
    const feed = feedTokenIn(path);
    const asked = feed === undefined ? credentials : { subdomain, token: feed };
    return await runAsCaller(asked, async (ctx) => {
      const grant = await openPage(ctx, { subdomain });
      if (grant.former_until !== null) return { moved: grant };
      return (await isThere(ctx, grant, path)) ? null : "nothing";
    });
  } catch (error) {
    const refusal = refusalBy(error);
    return refusal === "nothing" ? "no_page" : refusal;
  }
}
