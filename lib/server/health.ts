import type { ServerResponse } from "node:http";
import { ping } from "#db/index.ts";

/** What `/readyz` reports and the start brings about. */
export type Readiness = { migrated: boolean };

function answer(response: ServerResponse, request_id: string, status: number, body: object): void {
  const headers = { "Content-Type": "application/json; charset=utf-8", "Cache-Control": "no-store", "X-Request-Id": request_id };
  response.writeHead(status, headers);
  response.end(JSON.stringify(body));
}

export function answerHealth(response: ServerResponse, request_id: string): void {
  answer(response, request_id, 200, { status: "ok" });
}

async function ask(): Promise<boolean> {
  try {
    await ping();
    return true;
  } catch {
    return false;
  }
}

let asking: Promise<boolean> | undefined;

function isDatabaseThere(): Promise<boolean> {
  asking ??= ask().finally(() => {
    asking = undefined;
  });
  return asking;
}

export async function answerReadiness(response: ServerResponse, request_id: string, readiness: Readiness): Promise<void> {
  const isThere = await isDatabaseThere();
  const ready = isThere && readiness.migrated;
  answer(response, request_id, ready ? 200 : 503, {
    status: ready ? "ok" : "unavailable",
    database: isThere,
    migrations: readiness.migrated,
  });
}
