import type { OutgoingHttpHeaders } from "node:http";
import { env } from "#lib/env.ts";
import type { Locale } from "#lib/i18n/translator.ts";
import { type Ask, capture, type Handler, type Rendered } from "#lib/page-cache/capture.ts";
import { publicDocument } from "#lib/page-cache/document.ts";
import { type RequestScope, requestScope } from "#lib/request-scope.ts";

/** What an answer turned out to be. `policy` is there for public documents. */
export type Outcome = Rendered & { scope: RequestScope; policy: string | null };

export type Visit = {
  request_id: string;
  address: string | null;
  host: string;
  url: string;
  locale: Locale;
  /** Whether the operator's code may be part of it. */
  own_host: boolean;
  /** Whether the visitor's own headers matter: a session, a key. Then nobody else may get the answer. */
  personal?: Record<string, string>;
};

function isHtml(headers: OutgoingHttpHeaders): boolean {
  return String(headers["content-type"] ?? "").startsWith("text/html");
}

function ask({ host, url, locale, personal }: Visit): Ask {
  const forwarded = { "x-forwarded-host": host, "x-forwarded-proto": new URL(env().APP_URL).protocol.slice(0, -1) };
  return { url, headers: { host, "accept-language": locale, ...forwarded, ...personal } };
}

/**
 * Renders what a visitor asked for, as a whole, from nothing of the request but what `visit` says.
 * @throws whatever the handler throws
 */
export async function render(handler: Handler, visit: Visit, scope: RequestScope): Promise<Outcome> {
  const rendered = await requestScope.run(scope, () => capture(handler, ask(visit)));
  const status = scope.status && rendered.status === 200 ? scope.status : rendered.status;
  if (!isHtml(rendered.headers)) return { ...rendered, status, scope, policy: null };
  const custom = scope.custom && !visit.own_host ? { ...scope.custom, head_code: null, custom_js: null } : scope.custom;
  const { html, policy } = publicDocument(rendered.body.toString(), custom);
  return { ...rendered, status, scope, policy, body: Buffer.from(html) };
}
