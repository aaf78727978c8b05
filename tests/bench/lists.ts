import { sql } from "kysely";
import { type Db, patientDatabase } from "#db/index.ts";
import { provideEnv } from "#lib/platform/config/env.ts";
import { type Minted, mintOrganization, mintService } from "#tests/support/data/mint.ts";
import type { Bench } from "./bench.ts";
import { percentile } from "./load.ts";
import { type Goal, say, verdict } from "./print.ts";
import { auditRows, type Fill, FOUND, incidents, subscriptions } from "./rows.ts";

const FEW = 1_000;
const MANY = 100_000;
const READS = 300;
const WARM_UP = 20;
const GOAL = 1.5;

const FILLS: Record<string, { path: (minted: Minted) => string; fill: Fill }> = {
  incidents: {
    path: ({ page }) => `/status_pages/${page.subdomain}/incidents`,
    fill: incidents,
  },
  subscriptions: {
    path: ({ page }) => `/status_pages/${page.subdomain}/subscriptions`,
    fill: subscriptions,
  },
  "subscriptions, one found by a part of its address": {
    path: ({ page }) => `/status_pages/${page.subdomain}/subscriptions?query=${FOUND}`,
    fill: () => [],
  },
  "audit rows": { path: ({ id }) => `/orgs/${id}/audit_log`, fill: auditRows },
};

async function prepare(db: Db, rows: number): Promise<Minted> {
  const minted = await mintOrganization(db);
  const service = await mintService(db, minted.page.id);
  for (const { fill } of Object.values(FILLS))
    for (const statement of fill(rows, minted, service)) await statement.execute(db);
  return minted;
}

async function read(bench: Bench, path: string, key: string): Promise<number> {
  const before = performance.now();
  const answer = await fetch(`${bench.url}/api/v2${path}`, { headers: { authorization: key } });
  await answer.arrayBuffer();
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
  return performance.now() - before;
}

/**
 * Lists with few and with many rows, read in turn: the first page of twenty, with the count of all.
 */
export async function measureLists(bench: Bench): Promise<void> {
  provideEnv({ DATABASE_URL: bench.database_url });
  const db = patientDatabase();
  const [few, many] = [await prepare(db, FEW), await prepare(db, MANY)];
  await sql`analyze`.execute(db);
  await db.destroy();
  const goals: Goal[] = [];
  for (const [name, { path }] of Object.entries(FILLS)) {
    const times: [number[], number[]] = [[], []];
    for (let n = -WARM_UP; n < READS; n += 1) {
      const pair = [
        await read(bench, path(few), few.keys.owner),
        await read(bench, path(many), many.keys.owner),
      ] as const;
      if (n >= 0) for (const side of [0, 1] as const) times[side].push(pair[side]);
    }
    const [short, long] = [percentile(times[0], 95), percentile(times[1], 95)];
    say(
      "lists",
      `${name}: p95 ${short.toFixed(1)} ms at ${FEW} rows, ${long.toFixed(1)} ms at ${MANY}`,
    );
    goals.push({
      what: `a list of ${MANY} ${name}: ${(long / short).toFixed(2)} times as slow as one of ${FEW}; goal ≤ ${GOAL}`,
      met: long / short <= GOAL,
    });
  }
  verdict(goals);
}
