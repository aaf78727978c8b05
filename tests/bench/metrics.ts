import { sql } from "kysely";
import { type Db, patientDatabase } from "#db/index.ts";
import { DAY_SECONDS } from "#lib/platform/clock.ts";
import { provideEnv } from "#lib/platform/config/env.ts";
import type { Bench } from "./bench.ts";
import { median, percentile } from "./load.ts";
import { say } from "./print.ts";

const METRICS = 100;
const ENTRIES_EACH = 100_000;
const SPAN_DAYS = 90;
const BATCHES = 100;
const BATCH = 1_000;
const READS = 200;

async function callApi(
  bench: Bench,
  method: string,
  path: string,
  body?: unknown,
): Promise<unknown> {
  const headers = { authorization: bench.key, "content-type": "application/json" };
  const answer = await fetch(`${bench.url}/api/v2/status_pages/acme/metrics${path}`, {
    method,
    headers,
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}`);
  return answer.json();
}

async function createMetric(bench: Bench): Promise<number> {
  const metric = { title: "Bench", unit: "ms", type: "rt", enabled: true };
  return ((await callApi(bench, "POST", "", { metric })) as { metric: { id: number } }).metric.id;
}

/**
 * Entries straight into the database, evenly over the span, and what they come to by hour and day.
 */
async function fill(db: Db, ids: number[], now_s: number): Promise<void> {
  const start = now_s - SPAN_DAYS * DAY_SECONDS;
  const columns = sql`count, sum, min, max, last`;
  await sql`
    insert into metric_entries (status_page_id, metric_id, time, value)
    select metrics.status_page_id, metrics.id, to_timestamp(${start} + n * ${(SPAN_DAYS * DAY_SECONDS) / ENTRIES_EACH}::float8), random() * 500
    from metrics, generate_series(0, ${ENTRIES_EACH - 1}) as n where metrics.id = any(${ids}::bigint[])`.execute(
    db,
  );
  await sql`
    insert into metric_hours (status_page_id, metric_id, hour, ${columns})
    select status_page_id, metric_id, date_trunc('hour', time) as hour, count(*), sum(value), min(value), max(value),
      (array_agg(value order by time desc))[1]
    from metric_entries where metric_id = any(${ids}::bigint[]) group by status_page_id, metric_id, hour`.execute(
    db,
  );
  await sql`
    insert into metric_days (status_page_id, metric_id, day, ${columns})
    select status_page_id, metric_id, date_trunc('day', hour) as day, sum(count), sum(sum), min(min), max(max), (array_agg(last order by hour desc))[1]
    from metric_hours where metric_id = any(${ids}::bigint[]) group by status_page_id, metric_id, day`.execute(
    db,
  );
  await sql`analyze metric_entries, metric_hours, metric_days`.execute(db);
}

/**
 * Entries per second when so many writers, each on a metric of its own, post batches one after the
 * other.
 */
async function ingest(bench: Bench, writers: number, now_s: number): Promise<number> {
  const ids = await Promise.all(Array.from({ length: writers }, () => createMetric(bench)));
  const each = BATCHES / writers;
  const start = now_s - each * BATCH * 60;
  const before = performance.now();
  const write = async (id: number) => {
    for (let batch = 0; batch < each; batch += 1) {
      const entries = Array.from({ length: BATCH }, (_, n) => ({
        time: start + (batch * BATCH + n) * 60,
        value: n / 7,
      }));
      await callApi(bench, "POST", `/${id}/entries`, { entries });
    }
  };
  await Promise.all(ids.map(write));
  return (BATCHES * BATCH * 1_000) / (performance.now() - before);
}

async function readTimes(
  bench: Bench,
  ids: number[],
  days: number,
  now_s: number,
): Promise<string> {
  const times: number[] = [];
  for (let n = 0; n < READS; n += 1) {
    const before = performance.now();
    await callApi(
      bench,
      "GET",
      `/${ids[n % ids.length]}/entries?from=${now_s - days * DAY_SECONDS}&to=${now_s}`,
    );
    times.push(performance.now() - before);
  }
  return `${days} days median ${median(times).toFixed(1)} ms, p99 ${percentile(times, 99).toFixed(1)} ms`;
}

export async function measureMetrics(bench: Bench): Promise<void> {
  const now_s = Math.floor(Date.now() / 1_000);
  const ids = await Promise.all(Array.from({ length: METRICS }, () => createMetric(bench)));
  provideEnv({ DATABASE_URL: bench.database_url });
  const db = patientDatabase();
  await fill(db, ids, now_s).finally(() => db.destroy());
  const spans: string[] = [];
  for (const days of [1, 7, 30, SPAN_DAYS]) spans.push(await readTimes(bench, ids, days, now_s));
  say(
    "metrics",
    `one chart read by API at ${((METRICS * ENTRIES_EACH) / 1e6).toFixed(0)} million raw entries: ${spans.join("; ")}`,
  );
  const [one, four] = [await ingest(bench, 1, now_s), await ingest(bench, 4, now_s)];
  say(
    "metrics",
    `${BATCHES * BATCH} entries in batches of ${BATCH}, rolled up: ${one.toFixed(0)} entries/s from one writer, ${four.toFixed(0)} from four`,
  );
}
