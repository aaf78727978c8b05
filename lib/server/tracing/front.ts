import { env } from "#lib/platform/config/env.ts";
import type { Apps } from "#lib/server/front/apps.ts";
import type { Call } from "#lib/server/front/call.ts";
import type { Front } from "#lib/server/front/front.ts";
import { HEADER } from "#lib/server/ipc/headers.ts";
import type { Span, Tracer } from "#lib/server/tracing/tracer.ts";

function routeOf({ place: { kind, page, route } }: Call): string | undefined {
  if (!route) return undefined;
  const base = page === null ? "" : "/s/[host]";
  const pattern = kind === "api" ? `/api/v2${route.pattern}` : base + route.pattern;
  return pattern.replaceAll(/\[(\w+)\]/g, "{$1}");
}

function startSpan(tracer: Tracer, call: Call): Span {
  const { method = "" } = call.request;
  const { traceparent } = call.request.headers;
  const route = routeOf(call);
  return tracer.start(`${method} ${route ?? call.place.kind}`, {
    kind: "server",
    attributes: { "http.request.method": method, ...(route && { "http.route": route }) },
    // A stranger must neither choose what is recorded nor join the traces of others.
    parent: env().TRUST_PROXY > 0 ? String(traceparent) : undefined,
  });
}

/**
 * Makes a span of each request that no ready copy answers, and passes it on to the app. Live
 * connections, which last for hours, get none.
 */
export function traceFront(tracer: Tracer | null, front: Front, apps: Apps): void {
  if (!tracer) return;
  const answer = front.answer.bind(front);
  front.answer = (call) => {
    if (call.place.kind === "live") return answer(call);
    const span = startSpan(tracer, call);
    call.response.once("close", () => span.endWithResponse(call.response));
    return tracer.run(span, () => answer(call));
  };
  const send = apps.send.bind(apps);
  apps.send = (options, exchange, patience) => {
    const span = tracer.active;
    if (!span) return send(options, exchange, patience);
    const begin = exchange.onResponseStart.bind(exchange);
    exchange.onResponseStart = (controller, status, headers) => {
      const route = headers[HEADER.route];
      if (typeof route === "string") span.setRoute(route, span.name.replace(/\S+$/, route));
      begin(controller, status, headers);
    };
    const headers = [...(options.headers as string[]), HEADER.trace, span.traceparent];
    send({ ...options, headers }, exchange, patience);
  };
}
