import type { IncomingMessage, ServerResponse } from "node:http";
import { isDatabaseLost } from "#db/index.ts";
import { authorize } from "#lib/core/access/authorize.ts";
import { type RequestScope, requestScope } from "#lib/core/request/request-scope.ts";
import { AppError, STATUS } from "#lib/platform/errors/errors.ts";
import { log } from "#lib/platform/log.ts";
import type { Gate } from "#lib/server/cache/live.ts";
import { runAsCaller } from "#lib/site/gate.ts";

export const mayListen: Gate = (subdomain, credentials, scope) =>
  requestScope.run(scope, () =>
    runAsCaller(credentials, (ctx) => authorize(ctx, "page.visit", { subdomain })),
  );

/** Tells a front whether somebody may listen to the page that its path names. */
export async function answerListening(
  { url = "", headers: { cookie, authorization, host } }: IncomingMessage,
  response: ServerResponse,
  scope: RequestScope,
): Promise<void> {
  try {
    const grant = await mayListen(url.slice(1), { cookie, authorization, host }, scope);
    const { status_page_id, restricted } = grant;
    response.writeHead(200).end(JSON.stringify({ status_page_id, restricted }));
  } catch (error) {
    if (!(error instanceof AppError) && !isDatabaseLost(error))
      log().error({ err: error, request_id: scope.request_id }, "live updates failed");
    response.writeHead(error instanceof AppError ? STATUS[error.code] : 503).end();
  }
}
