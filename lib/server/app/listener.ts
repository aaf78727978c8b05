import { randomUUID } from "node:crypto";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { type RequestScope, requesterOf, requestScope } from "#lib/core/request/request-scope.ts";
import { MAX_SCREEN_BYTES, SAFE_METHODS } from "#lib/platform/http/protocol.ts";
import type { Handler } from "#lib/server/app/capture.ts";
import type { Limits } from "#lib/server/app/concurrency-limits.ts";
import { answerPreview } from "#lib/server/app/document.ts";
import { answerForm, MAX_FORM_BYTES, withForm } from "#lib/server/app/forms.ts";
import {
  answerListening,
  answerReadiness,
  answerWellKnown,
  type Readiness,
} from "#lib/server/app/internal-routes.ts";
import { answerRender } from "#lib/server/app/render.ts";
import { isPreview } from "#lib/server/cache/csp.ts";
import {
  type Ask,
  findings,
  HEADER,
  isInternal,
  robotsHeader,
  scopeIn,
} from "#lib/server/ipc/headers.ts";
import { busy, fail, unavailable } from "#lib/server/supervisor/refuse.ts";

type Parts = { handler: Handler; limits: Limits; readiness: Readiness };

function sendFindings(response: ServerResponse, scope: RequestScope): void {
  const writeHead = response.writeHead.bind(response) as (...args: unknown[]) => ServerResponse;
  response.writeHead = ((...args: unknown[]) => {
    response.writeHead = writeHead;
    const headers = { ...findings(scope), ...robotsHeader(scope) };
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    return writeHead(...args);
  }) as typeof response.writeHead;
}

// Next answers these with a redirect or a part of a screen.
const FOR_SCREENS = /^(?:rsc$|next-)/;

function clean({ headers }: IncomingMessage, isScreen: boolean): void {
  for (const name of Object.keys(headers))
    if (isInternal(name) || (!isScreen && FOR_SCREENS.test(name))) delete headers[name];
}

// Next fetches an action's redirect target with the request's headers: this request shares the
// action's slot. Each token is valid once.
const SHARED_SLOT = "x-shared-slot";
const sharedSlots = new Set<string>();

function shareSlot({ headers }: IncomingMessage): () => void {
  if (headers["next-action"] === undefined) return () => {};
  const token = randomUUID();
  sharedSlots.add(token);
  headers[SHARED_SLOT] = token;
  return () => sharedSlots.delete(token);
}

type Handle = (
  handler: Handler,
  request: IncomingMessage,
  response: ServerResponse,
) => Promise<void>;

function handlerFor({ url = "" }: IncomingMessage, isForm: boolean): Handle {
  if (isForm) return answerForm;
  const [path = ""] = url.split("?");
  return isPreview(path) ? answerPreview : (handler, ...pair) => handler(...pair);
}

async function answerScreen(
  { handler, limits: { renders, bodies } }: Parts,
  request: IncomingMessage,
  response: ServerResponse,
  scope: RequestScope,
  isForm: boolean,
): Promise<void> {
  const { client, tenant } = requesterOf(scope);
  const refuse = () => {
    const search = (request.url ?? "").split("?")[1] ?? "";
    busy(response, search, request.headers["accept-language"], scope.request_id);
  };
  if (sharedSlots.delete(String(request.headers[SHARED_SLOT])))
    return requestScope.run(scope, () => handler(request, response));
  if (renders.refuses(client, tenant)) return renders.delayRefusal().then(refuse);
  const max_bytes = isForm ? MAX_FORM_BYTES : MAX_SCREEN_BYTES;
  const form = await withForm(request, response, { client, tenant }, bodies, max_bytes);
  const slot = renders.take(client, tenant);
  if (!slot) return renders.delayRefusal().then(refuse);
  // A client that has left no longer waits.
  response.once("close", slot.end);
  const isAcquired = await slot.acquired;
  response.off("close", slot.end);
  if (!isAcquired) return refuse();
  const end = shareSlot(form);
  const handle = handlerFor(form, isForm);
  await requestScope
    .run(scope, () => handle(handler, form, response))
    .finally(() => {
      end();
      slot.end();
    });
}

async function answer(
  parts: Parts,
  request: IncomingMessage,
  response: ServerResponse,
  scope: RequestScope,
): Promise<void> {
  const ask = request.headers[HEADER.ask] as Ask | undefined;
  switch (ask) {
    case "alive":
      return void response.writeHead(204, { [HEADER.pid]: process.pid }).end();
    case "readiness":
      return answerReadiness(response, parts.readiness);
    case "listen":
      return answerListening(request, response, scope);
    case "render":
      return answerRender(parts.handler, request, response, scope);
    case "well_known":
      return answerWellKnown(request, response, scope);
  }
  if (!parts.readiness.migrated && !SAFE_METHODS.includes(request.method ?? ""))
    return unavailable(response, scope.request_id);
  const isScreen = ask === "screen" || ask === "form";
  clean(request, isScreen);
  sendFindings(response, scope);
  scope.url = request.url;
  if (isScreen) return answerScreen(parts, request, response, scope, ask === "form");
  return requestScope.run(scope, () => parts.handler(request, response));
}

export function listener(parts: Parts): RequestListener {
  return (request, response) => {
    const scope = scopeIn(request.headers);
    answer(parts, request, response, scope).catch((error) =>
      fail(error, response, scope.request_id),
    );
  };
}
