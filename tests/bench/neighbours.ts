import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { patientDatabase } from "#db/index.ts";
import { provideEnv } from "#lib/platform/config/env.ts";
import { startBare } from "./bare.ts";
import { APP_SECRET, type Bench, cli } from "./bench.ts";
import { BROWSER, beginLoad, median } from "./load.ts";
import { type Goal, say, verdict } from "./print.ts";
import { freePort, Process, START } from "./processes.ts";
import { heavyReader } from "./reader.ts";
import {
  FLOOD_CONNECTIONS,
  floods,
  hangingReceivers,
  heavyTenant,
  type Stage,
  type Trouble,
} from "./troubles.ts";
import { p99, readsUntil, type Seen, Victim } from "./victim.ts";
import { watchMemory } from "./watch-memory.ts";

const SECONDS = Number(process.env.BENCH_NEIGHBOUR_SECONDS ?? 12);
const SETTLE_MS = 1_000;
const SLOWER = 3;
const GOALS = { deliveries_ms: 1_000, posts_ms: 250, pages_ms: 20, memory_mib: 600 };

/** A database of their own, and a server with the limits that it has without settings. */
async function openStage(bench: Bench, folder: string): Promise<Stage & { server: Process }> {
  provideEnv({ DATABASE_URL: bench.database_url, APP_SECRET });
  const first = patientDatabase();
  await sql`drop database if exists neighbours`.execute(first);
  await sql`create database neighbours`.execute(first);
  await first.destroy();
  const database_url = Object.assign(new URL(bench.database_url), { pathname: "/neighbours" }).href;
  const port = await freePort();
  const env = {
    DATABASE_URL: database_url,
    DATA_DIR: folder,
    APP_SECRET,
    PORT: String(port),
    APP_URL: `http://localhost:${port}`,
    TRUST_PROXY: "1",
    ALLOW_PRIVATE_TARGETS: "1",
    LOG_LEVEL: "silent",
    NODE_ENV: "production",
  };
  cli(env, "migrate");
  provideEnv({ DATABASE_URL: database_url });
  const server = new Process(START, env);
  await server.until(`http://localhost:${port}/readyz`, 180_000);
  return { db: patientDatabase(), port, folder, server };
}

/**
 * Beside a flood the generator and the system have their share of the time, too: what a bare server
 * with the same bytes shows its readers then is the least that can be asked of ours.
 */
async function measureFloor(page: URL, folder: string): Promise<number> {
  const bare = await startBare(page.href, BROWSER, folder);
  try {
    const { ended } = await beginLoad(bare.url, {
      connections: FLOOD_CONNECTIONS,
      seconds: SECONDS + SETTLE_MS / 1_000,
    });
    await sleep(SETTLE_MS);
    const times: number[] = [];
    const until = performance.now() + SECONDS * 1_000;
    for await (const { ms } of readsUntil(until, new URL(bare.url))) times.push(ms);
    const { requests_per_second } = await ended;
    say(
      "neighbours",
      `a bare node:http server with the page's bytes, flooded with ${requests_per_second.toFixed(0)} requests/s: reads p99 ${p99(times).toFixed(1)} ms`,
    );
    return p99(times);
  } finally {
    await bare.process.end();
  }
}

type Found = { seen: Seen; memory_mib: number; floor_ms: number; quiet_ms: number };

function judge(
  name: string,
  { seen: { failures, ...seen }, memory_mib, floor_ms, quiet_ms }: Found,
): Goal[] {
  const slower = median(seen.posts_ms) / quiet_ms;
  const deliveries = Math.max(...seen.deliveries_ms, 0);
  const [posts, pages] = [p99(seen.posts_ms), p99(seen.pages_ms)];
  const goal = (what: string, met: boolean) => ({ what: `${name}: ${what}`, met });
  const { deliveries_ms, posts_ms, pages_ms } = GOALS;
  return [
    goal(
      `${seen.deliveries_ms.length} deliveries within ${deliveries.toFixed(0)} ms, ${failures.deliveries} missing; goal ≤ ${deliveries_ms} ms, all`,
      deliveries <= deliveries_ms && failures.deliveries === 0,
    ),
    goal(
      `${seen.posts_ms.length} posts, p99 ${posts.toFixed(0)} ms, ${failures.posts} failed; goal ≤ ${posts_ms} ms`,
      posts <= posts_ms && failures.posts === 0,
    ),
    goal(
      `posts, median ${median(seen.posts_ms).toFixed(0)} ms, ${slower.toFixed(1)} times the quiet one; goal ≤ ${SLOWER}`,
      slower <= SLOWER,
    ),
    goal(
      `${seen.pages_ms.length} reads of the cached page, p99 ${pages.toFixed(1)} ms, ${failures.pages} failed; goal ≤ ${pages_ms} ms${floor_ms > pages_ms ? `, or ${floor_ms.toFixed(1)} as a bare server` : ""}`,
      pages <= Math.max(pages_ms, floor_ms) && failures.pages === 0,
    ),
    goal(
      `${memory_mib.toFixed(0)} MiB at most; goal < ${GOALS.memory_mib}`,
      memory_mib < GOALS.memory_mib,
    ),
  ];
}

/** What others notice of one who takes what he can get, one trouble after the other, then all. */
export async function measureNeighbours(bench: Bench): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "allclear-neighbours-"));
  const stage = await openStage(bench, folder);
  const { db, port, server } = stage;
  const victim = await Victim.open(db, port);
  const floor_ms = await measureFloor(victim.page, folder);
  let quiet_ms = 0;
  const run = async (name: string, troubles: Trouble[], isFlood = false) => {
    const memory = watchMemory(server.pid);
    const ends = await Promise.all(troubles.map((begin) => begin(SECONDS + SETTLE_MS / 1_000)));
    await sleep(SETTLE_MS);
    const seen = await victim.watch(SECONDS);
    for (const end of ends) await end();
    if (troubles.length === 0) quiet_ms = median(seen.posts_ms);
    say("neighbours", `while ${name}:`);
    const floor = isFlood ? floor_ms : 0;
    verdict(judge(name, { seen, memory_mib: memory(), floor_ms: floor, quiet_ms }));
  };
  try {
    const [heavy, reading, hanging, flooding] = [
      await heavyTenant(stage),
      await heavyReader(stage),
      await hangingReceivers(stage),
      await floods(stage),
    ];
    await run("nothing happens", []);
    await run("a tenant reads much from twenty addresses", [reading]);
    await run("a tenant posts and reads the heaviest texts", [heavy]);
    for (const [name, trouble] of Object.entries(flooding))
      await run(`a client floods ${name}`, [trouble], true);
    await run("500 receivers hang", [hanging]);
    const all = flooding["all of these"];
    await run(
      "all of this happens at once",
      [heavy, reading, hanging, ...(all ? [all] : [])],
      true,
    );
  } finally {
    await victim.close();
    await server.end();
    await db.destroy();
    await rm(folder, { recursive: true, force: true });
  }
}
