import type { ServerResponse } from "node:http";
import { type Hosts, normalName } from "#lib/domains/host-directory/hosts.ts";
import { VERSION } from "#lib/platform/version.ts";
import type { Apps } from "#lib/server/front/apps.ts";
import type { Call } from "#lib/server/front/call.ts";
import { askHeaders } from "#lib/server/ipc/headers.ts";
import { refuse } from "#lib/server/supervisor/refuse.ts";

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

const DRAINING = JSON.stringify({ status: "stopping" });

export function answerDraining(response: ServerResponse, request_id: string): void {
  answer(response, request_id, 503, DRAINING);
}

const NO_APP = { status: 503, body: '{"status":"unavailable","app":false}' };

async function askReadiness(apps: Pick<Apps, "get">, request_id: string) {
  try {
    const headers = askHeaders("readiness", { request_id, address: null });
    const { status, body } = await apps.get("/", headers, "short");
    const { app, database } = JSON.parse(String(body));
    return { status, body, isWithoutDatabase: app && !database };
  } catch {
    return { ...NO_APP, isWithoutDatabase: false };
  }
}

/** @param search `database=optional`: ready without it, as pages are served then, too */
export async function answerReadiness(
  { response, search, request_id }: Pick<Call, "response" | "search" | "request_id">,
  apps: Pick<Apps, "get">,
): Promise<void> {
  const { status, body, isWithoutDatabase } = await askReadiness(apps, request_id);
  const isServing = search === "database=optional" && isWithoutDatabase;
  answer(response, request_id, isServing ? 200 : status, body);
}

const HEADERS = { "Cache-Control": "no-store" };

/** For a TLS proxy in front of us: whether it may request a certificate for a domain. */
export function answerAllowed({ response, search, request_id }: Call, hosts: Hosts): void {
  const name = normalName(new URLSearchParams(search).get("domain") ?? "");
  if (name !== null && hosts.isAllowed(name))
    response.writeHead(200, { ...HEADERS, "X-Request-Id": request_id, "Content-Length": 0 }).end();
  else refuse(response, 404, "Not found", request_id, HEADERS);
}
