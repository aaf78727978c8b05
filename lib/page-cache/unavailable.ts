import { type Locale, translator } from "#lib/i18n/translator.ts";
import { contentSecurityPolicy } from "#lib/page-cache/csp.ts";
import type { Outcome } from "#lib/page-cache/render.ts";
import type { Route } from "#lib/page-cache/routes.ts";

const RETRY_AFTER_S = "2";
const STYLE =
  ":root{color-scheme:light dark;font:1.125rem/1.6 system-ui,sans-serif}body{max-width:36rem;margin:0 auto;padding:15vh 1.5rem}h1{font-size:1.5rem;line-height:1.3}";

function document(locale: Locale): string {
  const t = translator(locale);
  const title = t("server.unavailable.title");
  return `<!doctype html><html lang="${locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>${title}</title><style>${STYLE}</style></head><body><main><h1>${title}</h1><p>${t("server.unavailable.text")}</p></main></body></html>`;
}

function answer(type: string, body: string, policy: string | null): Outcome {
  const scope = { request_id: "", address: null };
  const headers = { "content-type": type, "retry-after": RETRY_AFTER_S };
  return { status: 503, headers, body: Buffer.from(body), scope, policy };
}

/** What visitors get when a page can neither be rendered nor found among the last good copies. */
export function unavailable(kind: Route["kind"], locale: Locale): Outcome {
  if (kind === "data") return answer("application/json; charset=utf-8", JSON.stringify({ error: "Service unavailable" }), null);
  if (kind === "feed") return answer("text/plain; charset=utf-8", translator(locale)("server.unavailable.title"), null);
  const html = document(locale);
  return answer("text/html; charset=utf-8", html, contentSecurityPolicy(html, undefined));
}
