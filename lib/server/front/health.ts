import type { ServerResponse } from "node:http";
import { VERSION } from "#lib/platform/version.ts";
import type { Apps } from "#lib/server/front/apps.ts";
import { askHeaders } from "#lib/server/ipc/headers.ts";

function answer(
  response: ServerResponse,
  request_id: string,
  status: number,
  body: string | Buffer,
): void {
  const headers = {
    "Content-Type": "application/json; charset=utf-8",
    "Cache-Control": "no-store",
    "X-Request-Id": request_id,
  };
  response.writeHead(status, headers);
  response.end(body);
}

const HEALTHY = JSON.stringify({ status: "ok", version: VERSION });

export function answerHealth(response: ServerResponse, request_id: string): void {
  answer(response, request_id, 200, HEALTHY);
}

const NO_APP = '{"status":"unavailable","app":false}';

/** What the app says of itself, its database and migrations; where it says nothing, just that. */
export async function answerReadiness(
  response: ServerResponse,
  request_id: string,
  apps: Apps,
): Promise<void> {
  const headers = askHeaders("readiness", { request_id, address: null });
  const { status, body } = await apps
    .get("/", headers, "short")
    .catch(() => ({ status: 503, body: NO_APP }));
  answer(response, request_id, status, body);
}
