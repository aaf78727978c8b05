import { AsyncLocalStorage } from "node:async_hooks";
import { networkOf } from "#lib/core/access/ip-addresses.ts";
import type { FormState } from "#lib/core/forms/state.ts";
import type { PublicRoute } from "#lib/core/routes/route.ts";
import type { Locale } from "#lib/platform/i18n/translator.ts";
import { UNKNOWN } from "#lib/platform/limits/fair-queue.ts";
import { oncePerProcess } from "#lib/platform/process/once-per-process.ts";

type Code = "head_code" | "custom_css" | "custom_header" | "custom_footer" | "custom_js";

export type CustomCode = Record<Code, string | null> &
  Record<"strict_csp" | "enable_embedding", boolean>;

export const NO_CODE: Record<Code, null> = {
  head_code: null,
  custom_css: null,
  custom_header: null,
  custom_footer: null,
  custom_js: null,
};

/** `sign_in` and `restricted`: not for this visitor; a draft answers as if there were no page. */
export type Refusal = "no_page" | "nothing" | "restricted" | "sign_in" | "draft";

/** The server's facts about a request, and the page's about its answer. */
export type RequestScope = {
  request_id: string;
  address: string | null;
  /** The organization, or `user-` and an id, whose limits apply; authorization corrects it. */
  tenant?: string;
  /** Path and query; set for requests that pass the cache. */
  url?: string;
  /** `?lang`, else the browser's; set for public pages and feeds. */
  locale?: Locale;
  route?: PublicRoute;
  /** The page it shows, and how long it stays true without a change. */
  cache?: { tag: string; seconds: number };
  restricted?: true;
  noindex?: true;
  refused?: Refusal;
  moved?: string;
  /** Until the key is accepted, the request counts as a guess. */
  key_accepted?: boolean;
  custom?: CustomCode;
  /** Changes for the only front that passes this answer on (lib/core/transaction/announce.ts). */
  changes?: object[];
  acquireLargeSlot?: () => Promise<void>;
  sent?: Sent;
};

export type Sent = { state: FormState; result: unknown };

export const requestScope = oncePerProcess(
  "request-scope",
  () => new AsyncLocalStorage<RequestScope>(),
);

/** A client's network, and the tenant whose limits a request counts in. */
export type Requester = { client: string; tenant: string };

export function requesterOf(
  scope: { address?: string | null; tenant?: string } | undefined,
): Requester {
  return { client: networkOf(scope?.address ?? ""), tenant: scope?.tenant ?? UNKNOWN };
}

export function pageTag(statusPageId: number): string {
  return `page:${statusPageId}`;
}

/** The cached answer depends only on this route's query parameters. */
export function answerAs(route: PublicRoute): void {
  const scope = requestScope.getStore();
  if (scope) scope.route = route;
}

/**
 * Marks the answer cacheable for everybody. Never call it for a restricted page.
 * @param tag `pageTag(id)`: a change of that page drops the answer
 * @param seconds until it would change by itself, at most the route's
 */
export function cacheAs(tag: string, seconds: number): void {
  const scope = requestScope.getStore();
  if (!scope?.route || scope.route.seconds === 0) return;
  const whole = Math.min(scope.route.seconds, Math.floor(seconds));
  scope.cache = { tag, seconds: Math.max(1, whole) };
}

/** @returns whether the front then answers; false: Next serves by itself */
export function refuse(refusal: Refusal): boolean {
  const scope = requestScope.getStore();
  if (scope) scope.refused = refusal;
  return scope !== undefined;
}

export function move(base: string): void {
  const scope = requestScope.getStore();
  if (scope) scope.moved = base;
}

/** Inserted only on hosts of the page's own. */
export function addCustomCode(custom: CustomCode): void {
  const scope = requestScope.getStore();
  if (scope) scope.custom = custom;
}

export function answerInPlace(sent: Sent): void {
  const scope = requestScope.getStore();
  if (scope) scope.sent = sent;
}

export function sentForm(): Sent | null {
  return requestScope.getStore()?.sent ?? null;
}

export function markRestricted(): void {
  const scope = requestScope.getStore();
  if (scope) scope.restricted = true;
}

export function markNoindex(): void {
  const scope = requestScope.getStore();
  if (scope) scope.noindex = true;
}

export function recordTenant(tenant: string): void {
  const scope = requestScope.getStore();
  if (scope) scope.tenant = tenant;
}

/** @param tenant as `RequestScope` has it */
export function acceptKey(tenant: string): void {
  const scope = requestScope.getStore();
  if (scope) Object.assign(scope, { key_accepted: true, tenant });
}
