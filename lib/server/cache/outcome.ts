import type { OutgoingHttpHeaders } from "node:http";
import type { Refusal } from "#lib/core/request/request-scope.ts";
import type { Kind } from "#lib/core/routes/route.ts";
import { PLAIN_STYLE } from "#lib/core/routes/routes.ts";
import { directionOf } from "#lib/platform/i18n/tags.ts";
import { DEFAULT_LANG, type Locale, spoken, translator } from "#lib/platform/i18n/translator.ts";
import { escapeHtml } from "#lib/platform/text.ts";
import { contentSecurityPolicy } from "#lib/server/cache/csp.ts";

/** Everything that a render knows of a visitor's request. */
export type Visit = {
  request_id: string;
  address: string | null;
  tenant: string | undefined;
  host: string;
  url: string;
  locale: Locale;
  /** As in its path under `/s/`; null outside pages. */
  page: string | null;
  /** Whether operators' code may be included. */
  own_host: boolean;
  /** The visitor's session or key headers: the answer must not be shared. */
  personal?: Record<string, string>;
};

export type Outcome = {
  status: number;
  headers: OutgoingHttpHeaders;
  body: Buffer;
  policy: string | null;
  /** For public answers: their page's tag and lifetime. */
  cache?: { tag: string; seconds: number };
  refused?: Refusal;
  moved?: string;
  restricted?: boolean;
};

/** The app as seen by a front. */
export type Renderer = {
  /**
   * @param hasCopy whether a stale copy exists, so that a long wait is not worth it
   * @throws when it cannot be rendered
   */
  render(visit: Visit, hasCopy: boolean): Promise<Outcome>;
  isSilent(): boolean;
};

type Reason =
  | "unavailable"
  | "busy"
  | "no_page"
  | "no_domain"
  | "nothing"
  | "restricted"
  | "sign_in"
  | "moved";

const STATUS = {
  unavailable: 503,
  busy: 503,
  no_page: 404,
  no_domain: 404,
  nothing: 404,
  restricted: 403,
  sign_in: 403,
  moved: 410,
} as const;
const RETRY_AFTER_S = "2";

function signIn({ page, own_host }: Visitor, label: string): string {
  const address = own_host ? "/session" : `/s/${page}/session`;
  return page === null ? "" : `<p><a href="${address}">${label}</a></p>`;
}

function document(reason: Reason, locale: Locale, link: string): string {
  const lang = spoken(locale);
  const t = translator(lang);
  const title = t(`server.${reason}.title`);
  return `<!doctype html><html lang="${lang}" dir="${directionOf(lang)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>${title}</title><style>${PLAIN_STYLE}</style></head><body><main><h1>${title}</h1><p>${t(`server.${reason}.text`)}</p>${link}</main></body></html>`;
}

function answer(reason: Reason, type: string, body: string, policy: string | null): Outcome {
  const status = STATUS[reason];
  const headers = {
    "content-type": `${type}; charset=utf-8`,
    ...(status === 503 && { "retry-after": RETRY_AFTER_S }),
  };
  return { status, headers, body: Buffer.from(body), policy };
}

function forPrograms(reason: Reason): string {
  const status = STATUS[reason];
  if (status === 503) return JSON.stringify({ error: "Service unavailable" });
  return JSON.stringify({
    error: status,
    message: translator(DEFAULT_LANG)(`server.${reason}.title`),
  });
}

type Visitor = { locale: Locale; page: string | null; own_host?: boolean };

// An own domain shows that it leads here, whether or not the page exists: more would reveal a
// tenant.
function reasonFor(cause: Reason | "draft", { page, own_host }: Visitor): Reason {
  if (cause !== "draft" && cause !== "no_page") return cause;
  return own_host && page?.includes(".") ? "no_domain" : "no_page";
}

/**
 * A page without a render. It reveals nothing of the page, which may not exist or not be public.
 */
export function plainAnswer(cause: Reason | "draft", kind: Kind, visitor: Visitor): Outcome {
  const reason = reasonFor(cause, visitor);
  if (kind === "data") return answer(reason, "application/json", forPrograms(reason), null);
  if (kind === "feed" || kind === "image")
    return answer(reason, "text/plain", translator(visitor.locale)(`server.${reason}.title`), null);
  const isClosed = reason === "restricted" || reason === "sign_in";
  const t = translator(visitor.locale);
  const link = isClosed ? signIn(visitor, t(`server.${reason}.sign_in`)) : "";
  const html = document(reason, visitor.locale, link);
  return answer(reason, "text/html", html, contentSecurityPolicy(html, undefined));
}

/**
 * For a form that was sent to a former address. No redirect: browsers follow none from a form to
 * another host where `form-action` is 'self', and the other host takes nothing from here.
 */
export function movedForm(locale: Locale, url: string): Outcome {
  const label = translator(locale)("access.continue.link");
  const html = document("moved", locale, `<p><a href="${escapeHtml(url)}">${label}</a></p>`);
  return answer("moved", "text/html", html, contentSecurityPolicy(html, undefined));
}
