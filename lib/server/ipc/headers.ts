import type { IncomingHttpHeaders } from "node:http";
import type { Refusal, RequestScope } from "#lib/core/request/request-scope.ts";
import type { Announcement } from "#lib/core/transaction/announce.ts";
import { isLocale } from "#lib/platform/i18n/translator.ts";

/** Internal headers between front and app. Fronts remove them from requests and answers. */
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
  trace: `${PREFIX}trace`,
  route: `${PREFIX}route`,
} as const;

/**
 * Kinds of requests by fronts: calls, screens, page forms, files, proofs; and their own: render,
 * live access, readiness, liveness.
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

export function robotsHeader({ noindex }: RequestScope): Record<string, string> {
  return noindex ? { "x-robots-tag": "noindex" } : {};
}

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

/** The tenant whose limits apply; undefined: unknown. */
export function tenantIn(headers: IncomingHttpHeaders): string | undefined {
  return headers[HEADER.tenant] as string | undefined;
}

type Shared = { tag: string; seconds: number };

export function sharedIn(headers: IncomingHttpHeaders): Shared | undefined {
  const [seconds = "", tag] = ((headers[HEADER.cache] as string | undefined) ?? "").split(" ");
  return tag === undefined ? undefined : { tag, seconds: Number(seconds) };
}

/** Changes to drop before the answer is sent. */
export function changesIn(headers: IncomingHttpHeaders): Announcement[] {
  const changes = headers[HEADER.changes];
  return typeof changes === "string" ? JSON.parse(changes) : [];
}

export function refusalIn(headers: IncomingHttpHeaders): Refusal | undefined {
  return headers[HEADER.refused] as Refusal | undefined;
}
