import type { RequestListener, ServerResponse } from "node:http";
import { tracing } from "#lib/platform/tracing.ts";
import { HEADER } from "#lib/server/ipc/headers.ts";
import type { Span, Tracer } from "#lib/server/tracing/tracer.ts";

/** Makes a span of each request whose front has one, and tells the front which route it is. */
export function traceListener(tracer: Tracer | null, listener: RequestListener): RequestListener {
  if (!tracer) return listener;
  const responses = new WeakMap<Span, ServerResponse>();
  tracing.nameRoute = (route) => {
    const span = tracer.active;
    const response = span && responses.get(span);
    if (!response || response.headersSent) return;
    span.setRoute(route);
    response.setHeader(HEADER.route, route);
  };
  return (request, response) => {
    const parent = request.headers[HEADER.trace];
    if (typeof parent !== "string") return listener(request, response);
    const name = `app ${request.headers[HEADER.ask]}`;
    const span = tracer.start(name, { kind: "internal", parent });
    responses.set(span, response);
    response.once("close", () => span.endWithResponse(response));
    tracer.run(span, () => listener(request, response));
  };
}
