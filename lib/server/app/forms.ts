import { IncomingMessage, type ServerResponse } from "node:http";
import { type Refusal, type Requester, requestScope } from "#lib/core/request/request-scope.ts";
import { type Place, placeOf } from "#lib/core/routes/place.ts";
import { isInbox } from "#lib/core/routes/route.ts";
import { hasOwnToken } from "#lib/identity/sessions/session-token.ts";
import { MAX_BODY_BYTES } from "#lib/platform/http/protocol.ts";
import { captureAnswer, type Handler, type Rendered } from "#lib/server/app/capture.ts";
import type { Limits } from "#lib/server/app/concurrency-limits.ts";
import { publicDocument } from "#lib/server/app/document.ts";
import { privateEntity } from "#lib/server/cache/headers.ts";
import { visitorLocale } from "#lib/server/cache/key.ts";
import { movedForm, type Outcome, plainAnswer } from "#lib/server/cache/outcome.ts";
import { newAddress, serve } from "#lib/server/cache/serve.ts";
import { Variants } from "#lib/server/cache/variants.ts";

function hasBody({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}

function withBody(request: IncomingMessage, body: Buffer): IncomingMessage {
  const { method, url, headers, rawHeaders, httpVersion } = request;
  const { httpVersionMajor, httpVersionMinor } = request;
  const versions = { httpVersion, httpVersionMajor, httpVersionMinor };
  const read = new IncomingMessage(request.socket);
  Object.assign(read, { method, url, headers, rawHeaders, ...versions, complete: true });
  read.push(body);
  read.push(null);
  return read;
}

/**
 * Reads the body before Next, which would buffer any number of bodies for anybody. Requests without
 * a session of ours get little memory.
 * @throws {AppError} those of `Bodies`
 */
export async function withForm(
  request: IncomingMessage,
  response: ServerResponse,
  requester: Requester,
  { known, strangers }: Limits["bodies"],
  max_bytes: number,
): Promise<IncomingMessage> {
  if (request.method === "GET" || request.method === "HEAD") return request;
  if (!hasBody(request)) return withBody(request, Buffer.alloc(0));
  const isKnown = await hasOwnToken(request.headers.cookie);
  const reader = isKnown ? known : strangers;
  const limit = isKnown ? max_bytes : Math.min(max_bytes, MAX_BODY_BYTES);
  return withBody(request, await reader.read(request, response, requester, limit));
}

/** Enough for what people type into a form of a page. */
export const MAX_FORM_BYTES = 64 * 1_024;

type SentForm = { request: IncomingMessage; place: Place; path: string; search: string };

function refusedTo({ request, place, search }: SentForm, reason: Refusal): Outcome {
  const { page, route, own_host } = place;
  const locale = visitorLocale(search, request.headers["accept-language"]);
  const kind = route && isInbox(route) ? "data" : "form";
  return plainAnswer(reason, kind, { locale, page, own_host });
}

/** Form answers never carry operators' code: what is typed in is private. */
function complete({ status, headers, body }: Rendered): Outcome {
  if (!String(headers["content-type"] ?? "").startsWith("text/html"))
    return { status, headers, body, policy: null };
  const { html, policy } = publicDocument(body.toString(), undefined);
  return { status, headers, body: Buffer.from(html), policy };
}

/** Visitors' forms are redirected on the same host only. */
function movedAnswer(base: string, { request, place, path, search }: SentForm): Outcome {
  const { method, headers } = request;
  const { route } = place;
  const isRead = method === "GET" || method === "HEAD";
  const location = newAddress(base, place, path, search);
  if (isRead || base.startsWith("/") || !route || isInbox(route))
    return { status: isRead ? 301 : 308, headers: { location }, body: Buffer.of(), policy: null };
  const locale = visitorLocale(search, headers["accept-language"]);
  return movedForm(locale, route.methods.includes("GET") ? location : `${base}/`);
}

function outcomeOf(rendered: Rendered, sent: SentForm): Outcome {
  const { moved, refused } = requestScope.getStore() ?? {};
  if (moved) return movedAnswer(moved, sent);
  return refused ? refusedTo(sent, refused) : complete(rendered);
}

export async function answerForm(
  handler: Handler,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const [path = "", search = ""] = (request.url ?? "").split("?");
  // The front has checked the origin (lib/server/front/origin.ts); Next would refuse it.
  const place = placeOf(request.headers.host ?? "", path);
  if (request.headers.origin === "null" || place.route?.any_origin) delete request.headers.origin;
  const rendered = await captureAnswer(handler, request);
  const outcome = outcomeOf(rendered, { request, place, path, search });
  const variants = new Variants(privateEntity(outcome, place.route));
  const request_id = requestScope.getStore()?.request_id ?? "";
  const once = { request_id, how: "allclear; fwd=bypass", more: [] };
  await serve(request, response, variants, outcome.status, once);
}
