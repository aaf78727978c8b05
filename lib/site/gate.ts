import { type Db, database } from "#db/index.ts";
import { authenticate } from "#lib/core/access/authenticate.ts";
import {
  authorizeSubscriber,
  type PageGrant,
  type PageTarget,
} from "#lib/core/access/authorize.ts";
import { openPage } from "#lib/core/access/gate.ts";
import { findPageMove } from "#lib/core/access/queries.ts";
import { Restricted, refusalBy } from "#lib/core/access/restriction.ts";
import type { LinkPurpose } from "#lib/core/access/tokens.queries.ts";
import { hashToken, isSecret } from "#lib/core/access/tokens.ts";
import { Moved } from "#lib/core/moves/move.ts";
import { type Actor, type Context, requestContext } from "#lib/core/request/context.ts";
import { type Refusal, requestScope } from "#lib/core/request/request-scope.ts";
import { findRoute, placeOf } from "#lib/core/routes/place.ts";
import type { PublicRoute } from "#lib/core/routes/route.ts";
import { FORMS, PAGE_ROUTES } from "#lib/core/routes/routes.ts";
import { findFeedReader } from "#lib/identity/visitor-sessions/feed-tokens.queries.ts";
import { sessionActor } from "#lib/identity/visitor-sessions/page-session.ts";
import { deletedIncidentExists } from "#lib/incidents/deleted-incidents.queries.ts";
import { infoNoticeExists } from "#lib/incidents/info-notices/queries.ts";
import { incidentExists } from "#lib/incidents/queries.ts";
import { wireNow } from "#lib/platform/clock.ts";
import { AppError, notFound } from "#lib/platform/errors/errors.ts";
import { listAllLinks } from "#lib/services/links.queries.ts";
import { serviceExists } from "#lib/services/queries.ts";
import { isPastDay } from "#lib/site/snapshot/days.ts";
import { numberIn } from "#lib/site/words/visitor.ts";

/**
 * Finds a form's page by its URL. A form field could name another tenant's page, and so sign in
 * whoever's browser sends it.
 */
export function pageOfForm(host: string | null): string {
  return decodeURIComponent(placeOfForm(host).page ?? "");
}

function placeOfForm(host: string | null) {
  const [path = ""] = (requestScope.getStore()?.url ?? "").split("?");
  return placeOf(host ?? "", path);
}

const PURPOSES: Record<string, LinkPurpose> = {
  [FORMS.confirm.pattern]: "confirm",
  [FORMS.manage.pattern]: "manage",
};

type SubscriptionLink = PageTarget & { token: string; purpose: LinkPurpose };

/** The subscription link that a route's address is; its last segment is the token. */
export function linkAt(
  subdomain: string,
  route: PublicRoute | null,
  path: string,
): SubscriptionLink | null {
  const purpose = route && PURPOSES[route.pattern];
  const token = path.split("/").at(-1);
  return purpose && isSecret(token) ? { subdomain, token, purpose } : null;
}

export function linkOfForm(host: string | null): SubscriptionLink | null {
  const { route, path } = placeOfForm(host);
  return linkAt(pageOfForm(host), route, path);
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

async function signedInContext(credentials: Credentials): Promise<Context | null> {
  const actor = await callerOf(credentials);
  return actor && actor.kind !== "visitor" ? requestContext(actor) : null;
}

/** null: the link opens nothing. */
export async function linkContext(ctx: Context, link: SubscriptionLink): Promise<Context | null> {
  try {
    const grant = await authorizeSubscriber(ctx, link);
    const { status_page_id, subscription_id: id } = grant;
    const links = await listAllLinks(ctx.db, grant, "subscription", [id]);
    return { ...ctx, link: { status_page_id, service_ids: links.get(id) ?? [] } };
  } catch (error) {
    if (error instanceof AppError && error.code === "not_found") return null;
    throw error;
  }
}

/**
 * Runs an operation as an anonymous visitor, if that is refused, as the signed-in user or API key,
 * and last, because that shows least, as the holder of a subscription's link.
 * @throws {Restricted} when all are refused
 */
export async function runAsCaller<T>(
  credentials: Credentials | FeedAddress,
  open: (ctx: Context) => Promise<T>,
  link: SubscriptionLink | null = null,
): Promise<T> {
  if ("token" in credentials) return open(requestContext(await readerOf(credentials)));
  const contexts = [
    async () => requestContext(),
    () => signedInContext(credentials),
    async () => link && linkContext(requestContext(), link),
  ];
  let refused: Restricted | undefined;
  for (const contextOf of contexts) {
    const ctx = await contextOf();
    if (!ctx) continue;
    try {
      return await open(ctx);
    } catch (error) {
      if (!(error instanceof Restricted)) throw error;
      refused = error;
    }
  }
  throw refused;
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

/** `base`: the page's address at the installation that it has moved to. */
type RefusalOrMove = Refusal | { moved: PageGrant } | { base: string } | null;

/** @returns null while the page is here; a draft is known to its members only */
export async function findNewAddress(subdomain: string) {
  const page = await findPageMove(database(), subdomain);
  if (!page?.moved_to) return null;
  const { moved_to, status_page_id } = page;
  return { base: `${moved_to}/s/${page.subdomain}`, status_page_id };
}

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
    return await runAsCaller(
      asked,
      async (ctx) => {
        const grant = await openPage(ctx, { subdomain });
        if (grant.former_until !== null) return { moved: grant };
        return (await isThere(ctx, grant, path)) ? null : "nothing";
      },
      linkAt(subdomain, findRoute(PAGE_ROUTES, path), path),
    );
  } catch (error) {
    if (error instanceof Moved) return { base: `${error.moved_to}/s/${subdomain}` };
    const refusal = refusalBy(error);
    return refusal === "nothing" ? "no_page" : refusal;
  }
}
