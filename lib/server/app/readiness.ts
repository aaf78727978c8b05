import type { ServerResponse } from "node:http";
import { isDatabaseThere } from "#db/index.ts";

/** What `/readyz` reports and the start brings about. */
export type Readiness = { migrated: boolean };

// Each look costs the database a connection, and anybody may ask.
const GOOD_FOR_MS = 1_000;
let seen_at = Number.NEGATIVE_INFINITY;

async function seesDatabase(): Promise<boolean> {
  if (performance.now() - seen_at < GOOD_FOR_MS) return true;
  const isThere = await isDatabaseThere();
  if (isThere) seen_at = performance.now();
  return isThere;
}

export async function answerReadiness(
  response: ServerResponse,
  { migrated }: Readiness,
): Promise<void> {
  const isThere = await seesDatabase();
  const ready = isThere && migrated;
  const status = ready ? "ok" : "unavailable";
  const body = { status, app: true, database: isThere, migrations: migrated };
  response.writeHead(ready ? 200 : 503).end(JSON.stringify(body));
}
