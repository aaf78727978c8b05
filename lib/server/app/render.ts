import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import { isDatabaseLost } from "#db/index.ts";
import { NO_CODE, type RequestScope, requestScope } from "#lib/core/request/request-scope.ts";
import { env } from "#lib/platform/config/env.ts";
import { log } from "#lib/platform/log.ts";
import { type Ask, capture, type Handler, type Rendered } from "#lib/server/app/capture.ts";
import { publicDocument } from "#lib/server/app/document.ts";
import { findings, HEADER, isInternal, robotsHeader } from "#lib/server/ipc/headers.ts";

const PERSONAL = ["cookie", "authorization", "user-agent"];

/** Passes on only these parts of a request, so that nothing else can affect a cached copy. */
function ask({ url = "", headers }: IncomingMessage): Ask {
  const { host = "" } = headers;
  const personal = PERSONAL.flatMap((name) => {
    const value = headers[name];
    return typeof value === "string" ? [[name, value]] : [];
  });
  const common = {
    host,
    "accept-language": String(headers[HEADER.locale] ?? ""),
    "x-forwarded-host": host,
    "x-forwarded-proto": new URL(env().APP_URL).protocol.slice(0, -1),
  };
  return { url, headers: { ...common, ...Object.fromEntries(personal) } };
}

function isHtml({ headers }: Rendered): boolean {
  return String(headers["content-type"] ?? "").startsWith("text/html");
}

type Whole = { body: Buffer; policy: string | null };

function complete(rendered: Rendered, scope: RequestScope, headers: IncomingHttpHeaders): Whole {
  if (scope.refused || !isHtml(rendered)) return { body: rendered.body, policy: null };
  const onOwnHost = headers[HEADER.own_host] !== undefined;
  const custom = scope.custom && !onOwnHost ? { ...scope.custom, ...NO_CODE } : scope.custom;
  const { html, policy } = publicDocument(rendered.body.toString(), custom);
  return { body: Buffer.from(html), policy };
}

function isForFront(name: string): boolean {
  return !isInternal(name) && name !== "content-length" && name !== "transfer-encoding";
}

export async function answerRender(
  handler: Handler,
  request: IncomingMessage,
  response: ServerResponse,
  scope: RequestScope,
): Promise<void> {
  try {
    const rendered = await requestScope.run(scope, () => capture(handler, ask(request)));
    const { body, policy } = complete(rendered, scope, request.headers);
    const passed = Object.entries(rendered.headers).filter(([name]) => isForFront(name));
    response.writeHead(rendered.status, {
      ...Object.fromEntries(passed),
      ...findings(scope),
      ...robotsHeader(scope),
      ...(policy && { [HEADER.policy]: policy }),
      "content-length": body.length,
    });
    response.end(body);
  } catch (error) {
    if (!isDatabaseLost(error))
      log().error({ err: error, request_id: scope.request_id }, "render failed");
    if (!response.headersSent) response.writeHead(503, { [HEADER.failed]: "1" }).end();
  }
}
