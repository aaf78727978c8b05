import type { ServerResponse } from "node:http";
import { ping } from "#db/index.ts";

/** What `/readyz` reports and the start brings about. */
export type Readiness = { migrated: boolean };

function answer(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { "Content-Type": "application/json; charset=utf-8", "Cache-Control": "no-store" });
  response.end(JSON.stringify(body));
}

export function answerHealth(response: ServerResponse): void {
  answer(response, 200, { status: "ok" });
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

export async function answerReadiness(response: ServerResponse, readiness: Readiness): Promise<void> {
  const isThere = await isDatabaseThere();
  const ready = isThere && readiness.migrated;
  answer(response, ready ? 200 : 503, { status: ready ? "ok" : "unavailable", database: isThere, migrations: readiness.migrated });
}
