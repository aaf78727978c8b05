import type { IncomingMessage, ServerResponse } from "node:http";
import { type Refusal, requestScope } from "#lib/core/request/request-scope.ts";
import { type Place, placeOf } from "#lib/core/routes/place.ts";
import { isInbox } from "#lib/core/routes/route.ts";
import { captureAnswer, type Handler, type Rendered } from "#lib/server/app/capture.ts";
import { publicDocument } from "#lib/server/app/document.ts";
import { privateEntity } from "#lib/server/cache/headers.ts";
import { visitorLocale } from "#lib/server/cache/key.ts";
import { newAddress } from "#lib/server/cache/moved.ts";
import type { Outcome } from "#lib/server/cache/outcome.ts";
import { plainAnswer } from "#lib/server/cache/plain.ts";
import { serve } from "#lib/server/cache/serve.ts";
import { Variants } from "#lib/server/cache/variants.ts";

/** What people type into a form of a page has room in it, and little else. */
export const MAX_FORM_BYTES = 64 * 1_024;

function refusedTo(
  { headers }: IncomingMessage,
  search: string,
  { page, route, own_host }: Place,
  reason: Refusal,
): Outcome {
  const locale = visitorLocale(search, headers["accept-language"]);
  const kind = route && isInbox(route) ? "data" : "form";
  return plainAnswer(reason, kind, { locale, page, own_host });
}

/** A form never carries operators' code: what is typed into it is between the visitor and us. */
function complete({ status, headers, body }: Rendered): Outcome {
  if (!String(headers["content-type"] ?? "").startsWith("text/html"))
    return { status, headers, body, policy: null };
  const { html, policy } = publicDocument(body.toString(), undefined);
  return { status, headers, body: Buffer.from(html), policy };
}

/** What was sent goes along; a mere look is one elsewhere, too. */
function leadOn({ method }: IncomingMessage, response: ServerResponse, location: string): void {
  const caching = { "cache-control": "private, no-store" };
  const isLook = method === "GET" || method === "HEAD";
  response.writeHead(isLook ? 301 : 308, { location, ...caching }).end();
}

/** Answers a visitor at a form of a page, them alone. */
export async function answerForm(
  handler: Handler,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const [path = "", search = ""] = (request.url ?? "").split("?");
  // The front let it in (lib/server/front/origin.ts); Next takes it for another site.
  const place = placeOf(request.headers.host ?? "", path);
  if (request.headers.origin === "null" || place.route?.any_origin) delete request.headers.origin;
  const rendered = await captureAnswer(handler, request);
  const scope = requestScope.getStore();
  if (scope?.moved) return leadOn(request, response, newAddress(scope.moved, place, path, search));
  const outcome = scope?.refused
    ? refusedTo(request, search, place, scope.refused)
    : complete(rendered);
  const variants = new Variants(privateEntity(outcome, place.route));
  const once = { request_id: scope?.request_id ?? "", how: "allclear; fwd=bypass", more: [] };
  await serve(request, response, variants, outcome.status, once);
}
