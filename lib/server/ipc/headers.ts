import type { IncomingHttpHeaders } from "node:http";
import type { Refusal, RequestScope } from "#lib/core/request/request-scope.ts";
import type { Announcement } from "#lib/core/transaction/announce.ts";
import { isLocale } from "#lib/platform/i18n/translator.ts";

/**
 * What a front says to the app and the app to a front, beside the request and its answer. Fronts
 * take these headers off whatever clients send and off every answer.
 */
const PREFIX = "x-allclear-";

export const HEADER = {
  ask: `${PREFIX}ask`,
  request_id: `${PREFIX}request-id`,
  address: `${PREFIX}address`,
  tenant: `${PREFIX}tenant`,
  locale: `${PREFIX}locale`,
  own_host: `${PREFIX}own-host`,
  cache: `${PREFIX}cache`,
  refused: `${PREFIX}refused`,
  moved: `${PREFIX}moved`,
  restricted: `${PREFIX}restricted`,
  policy: `${PREFIX}policy`,
  key: `${PREFIX}key`,
  failed: `${PREFIX}failed`,
  changes: `${PREFIX}changes`,
  pid: `${PREFIX}pid`,
} as const;

/**
 * What a front wants: a call of the API, a screen or form of the application, a form of a page, a
 * file, what proves that a host leads here; or something for itself: a page or a public read as a
 * whole, whether somebody may listen to a page, whether the app is ready, whether it lives.
 */
export type Ask =
  | ("call" | "screen" | "form" | "file" | "well_known")
  | ("render" | "listen" | "readiness" | "alive");

export function isInternal(name: string): boolean {
  return name.startsWith(PREFIX);
}

type Sender = Pick<RequestScope, "request_id" | "address" | "tenant" | "locale">;

export function askHeaders(ask: Ask, { request_id, address, tenant, locale }: Sender): string[] {
  const headers = [HEADER.ask, ask, HEADER.request_id, request_id];
  if (address !== null) headers.push(HEADER.address, address);
  if (tenant) headers.push(HEADER.tenant, tenant);
  if (locale) headers.push(HEADER.locale, locale);
  return headers;
}

/** Of whom a front speaks. */
export function scopeIn(headers: IncomingHttpHeaders): RequestScope {
  const value = (name: string) => headers[name] as string | undefined;
  const [tenant, locale] = [value(HEADER.tenant), value(HEADER.locale)];
  return {
    request_id: value(HEADER.request_id) ?? "",
    address: value(HEADER.address) ?? null,
    ...(tenant && { tenant }),
    ...(isLocale(locale) && { locale }),
  };
}

/** What the app found out about a request that its client hears, too. */
export function robotsHeader({ noindex }: RequestScope): Record<string, string> {
  return noindex ? { "x-robots-tag": "noindex" } : {};
}

/** What the app found out about a request: for the front only. */
export function findings(scope: RequestScope): Record<string, string> {
  const { tenant, cache, refused, moved, restricted, key_accepted, changes = [] } = scope;
  return {
    ...(tenant && { [HEADER.tenant]: tenant }),
    ...(cache && { [HEADER.cache]: `${cache.seconds} ${cache.tag}` }),
    ...(refused && { [HEADER.refused]: refused }),
    ...(moved && { [HEADER.moved]: moved }),
    ...(restricted && { [HEADER.restricted]: "1" }),
    ...(key_accepted && { [HEADER.key]: "accepted" }),
    ...(changes.length > 0 && { [HEADER.changes]: JSON.stringify(changes) }),
  };
}

/** Whose limits the app says that a request counts in; undefined: it does not know either. */
export function tenantIn(headers: IncomingHttpHeaders): string | undefined {
  return headers[HEADER.tenant] as string | undefined;
}

/** What everybody gets, and until when it is true without any change. */
export type Shared = { tag: string; seconds: number };

export function sharedIn(headers: IncomingHttpHeaders): Shared | undefined {
  const [seconds = "", tag] = ((headers[HEADER.cache] as string | undefined) ?? "").split(" ");
  return tag === undefined ? undefined : { tag, seconds: Number(seconds) };
}

/** What was changed for this answer: to be dropped before anybody gets it. */
export function changesIn(headers: IncomingHttpHeaders): Announcement[] {
  const changes = headers[HEADER.changes];
  return typeof changes === "string" ? JSON.parse(changes) : [];
}

export function refusalIn(headers: IncomingHttpHeaders): Refusal | undefined {
  return headers[HEADER.refused] as Refusal | undefined;
}
