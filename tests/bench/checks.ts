import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { type Db, patientDatabase } from "#db/index.ts";
import { provideEnv } from "#lib/platform/config/env.ts";
import { programFile } from "#lib/server/build/programs.ts";
import { buildFolder } from "#lib/server/build/sources.ts";
import { mintOrganization } from "#tests/support/data/mint.ts";
import { APP_SECRET, type Bench } from "./bench.ts";
import { median, percentile } from "./load.ts";
import { say, verdict } from "./print.ts";
import { freePort, Process } from "./processes.ts";

const ORGANIZATIONS = 20;
const EACH = 500;
const SERVICES = ORGANIZATIONS * EACH;
const WORKER = programFile("worker", buildFolder());
const MINUTE_S = 60;
const SECONDS = Number(process.env.BENCH_CHECKS_SECONDS ?? 120);
const ASKED = 300;
const PAUSE_MS = 20;
const WRITTEN_MS = 3_000;

/** Services that are checked at a site, one in a hundred of which never responds. */
async function addServices(db: Db, site: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    for (let n = 0; n < ORGANIZATIONS; n += 1) {
      const { page } = await mintOrganization(trx);
      await sql`
        insert into services (status_page_id, name, "order", monitoring, ping_url)
        select ${page.id}, 'Checked ' || n, n, 'internal',
          ${site}::text || case when n % 100 = 0 then '/hang' else '/' || n end
        from generate_series(1, ${EACH}::integer) as n`.execute(trx);
    }
    // As they stand once each has had its first check.
    await sql`
      update service_monitors set due_at = now() + service_id * 37087 % 60000 * interval '1 ms'
      where due_at is not null`.execute(trx);
  });
  await sql`analyze services, service_monitors`.execute(db);
}

/** How long a cached page and a call take, one after the other, in ms. */
async function latencies({ url, key }: Bench) {
  const times: { page: number[]; call: number[] } = { page: [], call: [] };
  const timed = async (path: string, headers: Record<string, string>) => {
    const start = performance.now();
    await (await fetch(url + path, { headers })).arrayBuffer();
    return performance.now() - start;
  };
  for (let n = 0; n < ASKED; n += 1) {
    times.page.push(await timed("/s/acme", {}));
    times.call.push(
      await timed("/api/v2/status_pages/acme/services?limit=20", { authorization: key }),
    );
    await sleep(PAUSE_MS);
  }
  return times;
}

type Kept = {
  results: number;
  services: number;
  fewest: number;
  late_p50: number;
  late_p99: number;
  late_max: number;
};

/** How the checks of a time kept to their places in the minute; the first of a failure counts. */
async function keeping(db: Db, from: Date, to: Date): Promise<Kept> {
  const { rows } = await sql<Kept>`
    with late as (
      select service_id, mod((extract(epoch from checked_at) * 1000)::bigint
        - service_id * 37087 % 60000, 60000)::float8 as ms
      from check_results where checked_at >= ${from} and checked_at < ${to} and outcome = 'up'
    ), counted as (select service_id, count(*) as count from late group by 1)
    select (select count(*) from late) as results, (select count(*) from counted) as services,
      (select min(count) from counted) as fewest,
      percentile_cont(0.5) within group (order by ms) as late_p50,
      percentile_cont(0.99) within group (order by ms) as late_p99, max(ms) as late_max
    from late`.execute(db);
  return rows[0] as Kept;
}

function slower(name: string, idle: number[], busy: number[]) {
  const ratio = median(busy) / median(idle);
  const figures = [idle, busy].map(
    (each) => `${median(each).toFixed(2)} ms (p99 ${percentile(each, 99).toFixed(1)})`,
  );
  return {
    what: `${name}: idle ${figures[0]}, meanwhile ${figures[1]}, ${ratio.toFixed(2)} times; goal ≤ 1.5`,
    met: ratio <= 1.5,
  };
}

/** One worker checks 10,000 services every minute, for BENCH_CHECKS_SECONDS after the first one. */
export async function measureChecks(bench: Bench): Promise<void> {
  provideEnv({ DATABASE_URL: bench.database_url, APP_SECRET });
  const db = patientDatabase();
  const port = await freePort();
  const site = new Process(["tests/bench/checked-site.mjs", String(port)]);
  try {
    await site.until(`http://127.0.0.1:${port}/`);
    await latencies(bench);
    const idle = await latencies(bench);
    await addServices(db, `http://127.0.0.1:${port}`);
    await sleep(MINUTE_S * 1_000);
    const from = new Date();
    const cpu = bench.server.cpu_seconds(WORKER);
    const memory = bench.server.memory_mib(WORKER);
    const [busy] = await Promise.all([latencies(bench), sleep(SECONDS * 1_000)]);
    const seconds = (Date.now() - from.getTime()) / 1_000;
    const cores = (bench.server.cpu_seconds(WORKER) - cpu) / seconds;
    const grown = bench.server.memory_mib(WORKER) - memory;
    // The last results are written by then.
    await sleep(WRITTEN_MS);
    const kept = await keeping(db, from, new Date(from.getTime() + SECONDS * 1_000));
    const due = Math.floor(SECONDS / MINUTE_S);
    const up = SERVICES * 0.99;
    say(
      "checks",
      `${SERVICES} services, one in a hundred of which hangs, in ${seconds.toFixed(0)} s: ${kept.results} results of ${kept.services} services that respond, at least ${kept.fewest} of each; begun late by ${kept.late_p50.toFixed(0)} ms in the median, at most ${kept.late_max.toFixed(0)} ms; worker ${memory.toFixed(0)} MiB`,
    );
    verdict([
      {
        what: `each was checked in each minute; goal ${due} of each of ${up}`,
        met: kept.services === up && kept.fewest >= due,
      },
      {
        what: `begun within ${(kept.late_p99 / 1_000).toFixed(2)} s of its time at p99; goal ≤ 2 s`,
        met: kept.late_p99 <= 2_000,
      },
      { what: `${cores.toFixed(2)} cores of the worker; goal ≤ 1`, met: cores <= 1 },
      { what: `its memory grew by ${grown.toFixed(1)} MiB; goal flat`, met: grown <= 10 },
      slower("a cached page", idle.page, busy.page),
      slower("a call of the API", idle.call, busy.call),
    ]);
  } finally {
    await db.transaction().execute(async (trx) => {
      // Else it and the worker wait for each other's rows.
      await sql`lock table service_monitors in exclusive mode`.execute(trx);
      await sql`update services set monitoring = null where monitoring = 'internal'`.execute(trx);
    });
    await site.end();
    await db.destroy();
  }
}
