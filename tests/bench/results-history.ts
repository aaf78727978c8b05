import { sql } from "kysely";
import { type Db, patientDatabase } from "#db/index.ts";
import { rotatePartitions } from "#db/partitions.ts";
import { DAY_SECONDS } from "#lib/platform/clock.ts";
import { provideEnv } from "#lib/platform/config/env.ts";
import { mintOrganization } from "#tests/support/data/mint.ts";
import type { Bench } from "./bench.ts";
import { median, percentile } from "./load.ts";
import { say, verdict } from "./print.ts";
import { renderTime } from "./render.ts";

const SERVICES = 12;
const KEPT_DAYS = 90;
const STEP_S = 60;
const RENDERS = 50;
const WARM_UP = 10;

type Page = { id: number; subdomain: string; service_id: number; results: number };

/** The roll-up of `lib/services/check-history/queries.ts`, of results that are there at once. */
const COLUMNS = sql`up, down, none, timed, sum_ms, min_ms, max_ms, histogram`;
const SUMMED = sql`
  count(*) filter (where outcome = 'up'), count(*) filter (where outcome = 'down'), 0,
  count(response_ms), coalesce(sum(response_ms), 0), min(response_ms), max(response_ms),
  check_histogram(array_agg(response_ms) filter (where response_ms is not null))`;

/** Results of every minute of the last days, one in a thousand a failure. @returns how many */
async function addResults(db: Db, page: number, days: number, now_s: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    insert into check_results
      (status_page_id, service_id, checked_at, outcome, reason, status, response_ms)
    select status_page_id, id, to_timestamp(${now_s} - n * ${STEP_S}::integer),
      case when fine then 'up' else 'down' end, case when not fine then 'timeout' end,
      case when fine then 200 end, case when fine then 80 + (n * 37 + id) % 240 end
    from services, generate_series(1, ${(days * DAY_SECONDS) / STEP_S}::integer) as n,
      lateral (select (n + id) % 1000 <> 0 as fine) as said
    where status_page_id = ${page}`.execute(db);
  for (const [table, column, unit] of [
    ["check_hours", "hour", "hour"],
    ["check_days", "day", "day"],
  ] as const)
    await sql`
      insert into ${sql.table(table)} (status_page_id, service_id, ${sql.ref(column)}, ${COLUMNS})
      select status_page_id, service_id, date_trunc(${unit}, checked_at), ${SUMMED}
      from check_results where status_page_id = ${page} group by 1, 2, 3`.execute(db);
  return Number(numAffectedRows);
}

/** A page whose services are older than all that is kept, with results of the last days. */
async function mintChecked(db: Db, days: number, now_s: number): Promise<Page> {
  const { page } = await mintOrganization(db);
  const { rows } = await sql<{ id: number }>`
    insert into services (status_page_id, name, "order", display_uptime_graph,
      display_response_time_chart, inserted_at)
    select ${page.id}, 'Checked ' || n, n, true, true,
      to_timestamp(${now_s - 2 * KEPT_DAYS * DAY_SECONDS})
    from generate_series(1, ${SERVICES}::integer) as n returning id`.execute(db);
  const results = await addResults(db, page.id, days, now_s);
  return { id: page.id, subdomain: page.subdomain, service_id: rows[0]?.id ?? 0, results };
}

type Shown = { what: string; path: (page: Page) => string };

const SHOWN: Shown[] = [
  { what: "page of 12 services", path: () => "" },
  { what: "a service, day", path: ({ service_id }) => `/services/${service_id}` },
  {
    what: "a service, quarter",
    path: ({ service_id }) => `/services/${service_id}?period=quarter`,
  },
  { what: "its uptime", path: ({ service_id }) => `/services/${service_id}/uptime` },
  { what: "its calendar", path: ({ service_id }) => `/calendar?service=${service_id}` },
];

/** What a document of both pages takes to render, in turn. */
async function compare(db: Db, bench: Bench, pages: readonly Page[], { what, path }: Shown) {
  const times: number[][] = pages.map(() => []);
  for (let n = 0; n < WARM_UP + RENDERS; n += 1)
    for (const [index, page] of pages.entries()) {
      const url = `${bench.url}/s/${page.subdomain}${path(page)}`;
      const time = await renderTime(db, { id: page.id, url });
      if (n >= WARM_UP) times[index]?.push(time);
    }
  const [long = [], day = []] = times;
  const ratio = median(long) / median(day);
  const told = [long, day].map(
    (each) => `${median(each).toFixed(1)} ms (p99 ${percentile(each, 99).toFixed(1)})`,
  );
  return {
    what: `${what}: ${KEPT_DAYS} days ${told[0]}, one day ${told[1]}, ${ratio.toFixed(2)} times; goal ≤ 1.1`,
    met: ratio <= 1.1,
  };
}

/** Pages over minute results of 90 days beside the same ones over those of one day. */
export async function measureResultsHistory(bench: Bench): Promise<void> {
  process.env.CHECK_RESULT_DAYS = String(KEPT_DAYS);
  provideEnv({ DATABASE_URL: bench.database_url });
  const db = patientDatabase();
  try {
    const now_s = Math.floor(Date.now() / 1_000);
    await rotatePartitions(db, new Date());
    const pages: Page[] = [];
    for (const days of [KEPT_DAYS, 1]) pages.push(await mintChecked(db, days, now_s));
    await sql`vacuum analyze check_results, check_hours, check_days`.execute(db);
    const { rows } = await sql<{ parts: number }>`
      select count(distinct tableoid)::integer as parts from check_results
      where status_page_id = ${pages[0]?.id}`.execute(db);
    say(
      "results",
      `results of every minute of ${SERVICES} services: ${pages[0]?.results} in ${rows[0]?.parts} partitions beside ${pages[1]?.results}; first read after a change, rendered, in turn, medians of ${RENDERS}`,
    );
    const goals: Awaited<ReturnType<typeof compare>>[] = [];
    for (const shown of SHOWN) goals.push(await compare(db, bench, pages, shown));
    verdict(goals);
  } finally {
    await db.destroy();
  }
}
