import { AsyncLocalStorage } from "node:async_hooks";
import type { FormState } from "#lib/core/forms/state.ts";
import type { PublicRoute } from "#lib/core/routes/route.ts";
import type { Locale } from "#lib/platform/i18n/translator.ts";
import { oncePerProcess } from "#lib/platform/process/once-per-process.ts";

type Code = "head_code" | "custom_css" | "custom_header" | "custom_footer" | "custom_js";

/** What the operator of a page adds to its documents. */
export type CustomCode = Record<Code, string | null> &
  Record<"strict_csp" | "enable_embedding", boolean>;

/** Nothing of that. */
export const NO_CODE: Record<Code, null> = {
  head_code: null,
  custom_css: null,
  custom_header: null,
  custom_footer: null,
  custom_js: null,
};

/**
 * No such page; nothing at that path of it; a page that is not for this visitor: where they are, as
 * long as they do not sign in, or a draft, which is told as no page.
 */
export type Refusal = "no_page" | "nothing" | "restricted" | "sign_in" | "draft";

/**
 * What server.ts knows of a request and Next's bundle wants to know, and what a page tells the
 * cache in return.
 */
export type RequestScope = {
  request_id: string;
  /** The client's address, behind trusted proxies. */
  address: string | null;
  /**
   * Whose limits it counts in: the organization that its key acts in, or `user-` and the id of a
   * user who is not of its team; without a key the organization of the page. As far as the front has
   * learned it from earlier answers; the door to the data corrects it.
   */
  tenant?: string;
  /** What was asked for: path and query. Set for what goes past the cache. */
  url?: string;
  /**
   * The visitor's language: `?lang`, else what the browser asks for. Set for public pages and
   * feeds.
   */
  locale?: Locale;
  /** The route that the answer is declared as: without one nobody keeps it. */
  route?: PublicRoute;
  /**
   * Set by what renders a public page, feed or read: which page it shows, and until when it is true
   * without any change.
   */
  cache?: { tag: string; seconds: number };
  /** Set where the page is not for everybody. */
  restricted?: true;
  /** Set where search engines are to leave the page alone. */
  noindex?: true;
  /** Set where the visitor gets a document that says what is not there, or not for them. */
  refused?: Refusal;
  /** Set where the page has another address by now: what stands before the paths of the page. */
  moved?: string;
  /** Set once the request's API key was found to be good; until then it counts as a guess. */
  key_accepted?: boolean;
  custom?: CustomCode;
  /**
   * Where the front that passes the answer on is the only one: the announcements of what was
   * changed for it (lib/core/transaction/announce.ts), for that front to drop.
   */
  changes?: object[];
  /** Waits for the turn of this read among calls with much text. */
  acquireLargeSlot?: () => Promise<void>;
  /** Set by what answers a form in place: what the page it is on then says. */
  sent?: Sent;
};

/** What was typed and what is wrong with it, or what came of it. */
export type Sent = { state: FormState; result: unknown };

export const requestScope = oncePerProcess(
  "request-scope",
  () => new AsyncLocalStorage<RequestScope>(),
);

export function pageTag(statusPageId: number): string {
  return `page:${statusPageId}`;
}

/**
 * Names the route by whose declaration the current request is answered: its query parameters are
 * all that the answer depends on. Only then may the answer be kept.
 */
export function answerAs(route: PublicRoute): void {
  const scope = requestScope.getStore();
  if (scope) scope.route = route;
}

/**
 * Declares the answer of the current request cacheable, for everybody alike, where its route may be
 * kept. Never call it for a
 * page with `member_restricted` or `restricted_ips`.
 * @param tag `pageTag(id)`: a change of that page drops the answer
 * @param seconds until the answer would change by itself; more than the route's count as those
 */
export function cacheAs(tag: string, seconds: number): void {
  const scope = requestScope.getStore();
  if (!scope?.route || scope.route.seconds === 0) return;
  const whole = Math.min(scope.route.seconds, Math.floor(seconds));
  scope.cache = { tag, seconds: Math.max(1, whole) };
}

/** Says why the current request of a visitor gets nothing; lib/server/front/public-pages.ts answers. */
export function refuse(refusal: Refusal): void {
  const scope = requestScope.getStore();
  if (scope) scope.refused = refusal;
}

/** Says where the page of the current request is by now; lib/server/cache/moved.ts leads there. */
export function move(base: string): void {
  const scope = requestScope.getStore();
  if (scope) scope.moved = base;
}

/**
 * Gives the operator's code for the document of the current request. It is inserted only where a
 * page has a host of its own.
 */
export function addCustomCode(custom: CustomCode): void {
  const scope = requestScope.getStore();
  if (scope) scope.custom = custom;
}

/** Has the page of a form that was just sent say what came of it. */
export function answerInPlace(sent: Sent): void {
  const scope = requestScope.getStore();
  if (scope) scope.sent = sent;
}

/** What came of the form that was just sent; null: none was. */
export function sentForm(): Sent | null {
  return requestScope.getStore()?.sent ?? null;
}

export function markRestricted(): void {
  const scope = requestScope.getStore();
  if (scope) scope.restricted = true;
}

/** Tells search engines to leave the answer of the current request alone. */
export function markNoindex(): void {
  const scope = requestScope.getStore();
  if (scope) scope.noindex = true;
}

/** @param tenant see `RequestScope` */
export function recordTenant(tenant: string): void {
  const scope = requestScope.getStore();
  if (scope) scope.tenant = tenant;
}

/** @param tenant by the key alone: see `RequestScope` */
export function acceptKey(tenant: string): void {
  const scope = requestScope.getStore();
  if (scope) Object.assign(scope, { key_accepted: true, tenant });
}
