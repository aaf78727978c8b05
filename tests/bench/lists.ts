import { type RawBuilder, sql } from "kysely";
import { type Db, patientDatabase } from "#db/index.ts";
import { provideEnv } from "#lib/env.ts";
import { type Minted, mintOrganization, mintService } from "../support/mint.ts";
import type { Bench } from "./bench.ts";
import { percentile } from "./load.ts";
import { type Goal, say, verdict } from "./print.ts";

const FEW = 1_000;
const MANY = 100_000;
const READS = 300;
const WARM_UP = 20;
const GOAL = 1.5;

// Of the address of number 777.
const FOUND = "7@f1c15925.exam";

const NAMED = sql`make_interval(secs => n)`;

type Fill = (rows: number, minted: Minted, service: number) => RawBuilder<unknown>[];

const FILLS: Record<string, { path: (minted: Minted) => string; fill: Fill }> = {
  incidents: {
    path: ({ page }) => `/status_pages/${page.subdomain}/incidents`,
    fill: (rows, { page }, service) => [
      sql`insert into incidents (status_page_id, title, type, severity, affects_uptime,
          starts_at, ends_at, declared)
        select ${page.id}, 'Trouble ' || n, 'minor', 'minor', true, '2026-01-01'::timestamptz - ${NAMED}, '2026-01-01'::timestamptz - ${NAMED}, '{}'
        from generate_series(1, ${rows}::integer) as n`,
      sql`insert into incident_services (status_page_id, incident_id, service_id)
        select status_page_id, id, ${service} from incidents where status_page_id = ${page.id}`,
      sql`insert into incident_updates (status_page_id, incident_id, type, description, posted_at)
        select status_page_id, id, 'issue', 'We look into it', starts_at from incidents where status_page_id = ${page.id}`,
    ],
  },
  subscriptions: {
    path: ({ page }) => `/status_pages/${page.subdomain}/subscriptions`,
    fill: (rows, { page }) => [
      sql`insert into subscriptions (status_page_id, type, filter, email)
        select ${page.id}, 'email', 'all', 'reader-' || n || '@' || left(md5(n::text), 8) || '.example' from generate_series(1, ${rows}::integer) as n`,
    ],
  },
  "subscriptions, one found by a part of its address": {
    path: ({ page }) => `/status_pages/${page.subdomain}/subscriptions?query=${FOUND}`,
    fill: () => [],
  },
  "audit rows": {
    path: ({ id }) => `/orgs/${id}/audit_log`,
    fill: (rows, { id, page }) => [
      sql`insert into audit_log (organization_id, status_page_id, actor_kind, action, subject_type, subject_id, changes, inserted_at)
        select ${id}, ${page.id}, 'system', 'service.update', 'service', n, '{}', '2026-01-01'::timestamptz + ${NAMED}
        from generate_series(1, ${rows}::integer) as n`,
    ],
  },
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
