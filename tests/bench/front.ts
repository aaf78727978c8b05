import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { type Db, patientDatabase } from "#db/index.ts";
import { provideEnv } from "#lib/platform/config/env.ts";
import { programFile } from "#lib/server/build/programs.ts";
import { buildFolder } from "#lib/server/build/sources.ts";
import { request } from "#tests/support/http/http.ts";
import type { Bench } from "./bench.ts";
import { measureBeside } from "./front-beside.ts";
import { median, SECONDS } from "./load.ts";
import type { OpenLoop, OpenLoopResult } from "./open-loop.ts";
import { everyVariant } from "./outage-mix.ts";
import { say, verdict } from "./print.ts";
import { renderTime } from "./render.ts";

const OPEN_LOOP = fileURLToPath(new URL("open-loop.ts", import.meta.url));
const FRONT = programFile("front", buildFolder());
const SUBDOMAIN = "acme";
const RATES = [20, 200, 1_000, 2_000, 4_000, 8_000, 16_000];
/** Rates above this one are no longer sent: answers came later than this. */
const TOO_LATE_MS = 1_000;
const COMPARED_RATE = 1_000;
const ROUNDS = 5;
const CHANGES = 5;
const MIN_HIT_RATE = 0.99;
const MAX_COST_RATIO = 1.2;

/** Sends requests at a fixed rate from a process of its own. */
async function openLoop(loop: OpenLoop): Promise<OpenLoopResult> {
  const child = fork(OPEN_LOOP);
  const gone = once(child, "close").then(() => {
    throw new Error("The load generator ended before its time");
  });
  const told = once(child, "message").then(([result]) => result as OpenLoopResult);
  child.send(loop);
  const result = await Promise.race([told, gone]);
  gone.catch(() => {});
  return result;
}

class FrontBench {
  readonly #db: Db;
  readonly #bench: Bench;
  readonly #page_id: number;
  readonly loop: Pick<OpenLoop, "origin" | "host">;

  constructor(bench: Bench, db: Db, page_id: number) {
    const { port, origin } = new URL(bench.url);
    this.#db = db;
    this.#bench = bench;
    this.#page_id = page_id;
    this.loop = { origin, host: `${SUBDOMAIN}.localhost:${port}` };
  }

  send(per_second: number, more: Partial<OpenLoop> = {}): Promise<OpenLoopResult> {
    return openLoop({ ...this.loop, per_second, seconds: SECONDS, ...more });
  }

  /** Changes the page and waits until the server has heard of it and rendered it once. */
  async change(): Promise<void> {
    const url = `${this.#bench.url}/s/${SUBDOMAIN}`;
    await renderTime(this.#db, { id: this.#page_id, url });
  }

  /** Reads each variant once, one after the other. @returns how many were rendered */
  async readAll(): Promise<number> {
    const { port } = new URL(this.#bench.url);
    let renders = 0;
    for (const { path, headers } of everyVariant()) {
      const answer = await request(Number(port), this.loop.host, path, { headers });
      if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`);
      if (answer.headers["cache-status"] === "allclear; fwd=miss; stored") renders += 1;
    }
    return renders;
  }

  /** Microseconds of the front's processor time for one request. */
  async cost_us(encoding?: string): Promise<number> {
    const front = this.#bench.server.of(FRONT);
    const before = front.cpu_seconds();
    const { requests } = await this.send(COMPARED_RATE, encoding ? { encoding } : {});
    return ((front.cpu_seconds() - before) / requests) * 1e6;
  }
}

async function measureRates(front: FrontBench): Promise<{ hits: number; requests: number }> {
  const variants = everyVariant().length;
  const all = { hits: 0, requests: 0 };
  for (const rate of RATES) {
    await front.change();
    const first = await front.readAll();
    const second = await front.readAll();
    const result = await front.send(rate);
    all.hits += result.hits;
    all.requests += result.requests;
    say(
      "front",
      `${rate}/s: ${result.per_second.toFixed(0)}/s answered, p50 ${result.p50_ms.toFixed(1)} ms, p99 ${result.p99_ms.toFixed(1)} ms since due; failures ${result.failures}, not sent ${result.dropped}; after a change ${first} renders of ${variants} variants, then ${second}, then under load ${result.renders}`,
    );
    if (result.p99_ms > TOO_LATE_MS || result.dropped > 0) break;
  }
  return all;
}

/** The page changes once a second under load. @returns renders, and how many there may be */
async function measureChanges(front: FrontBench): Promise<{ renders: number; most: number }> {
  const under_load = front.send(COMPARED_RATE, { seconds: CHANGES + 1 });
  const changes = (async () => {
    for (let n = 0; n < CHANGES; n += 1) {
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      await front.change();
    }
  })();
  const [{ renders, failures, p99_ms }] = await Promise.all([under_load, changes]);
  say(
    "front",
    `${CHANGES} changes under ${COMPARED_RATE}/s: ${renders} renders, failures ${failures}, p99 ${p99_ms.toFixed(1)} ms since due`,
  );
  return { renders, most: CHANGES * everyVariant().length };
}

async function measureCost(front: FrontBench): Promise<number> {
  const rounds: [mixed: number, single: number][] = [];
  for (let round = 0; round <= ROUNDS; round += 1)
    rounds.push([await front.cost_us(), await front.cost_us("br")]);
  // The first round warms up.
  const kept = rounds.slice(1);
  const middle = (side: 0 | 1) => median(kept.map((round) => round[side])).toFixed(1);
  say("front", `processor time per request: mixed ${middle(0)} µs, br alone ${middle(1)} µs`);
  return median(kept.map(([mixed, single]) => mixed / single));
}

/** The requests of an outage, in an open loop: what is rendered, and what an answer costs. */
export async function measureFront(bench: Bench): Promise<void> {
  provideEnv({ DATABASE_URL: bench.database_url });
  const db = patientDatabase();
  try {
    const { id } = await db
      .selectFrom("status_pages")
      .select("id")
      .where("subdomain", "=", SUBDOMAIN)
      .executeTakeFirstOrThrow();
    const front = new FrontBench(bench, db, id);
    const { hits, requests } = await measureRates(front);
    const { renders, most } = await measureChanges(front);
    await front.readAll();
    const ratio = await measureCost(front);
    await measureBeside(bench, (url) =>
      openLoop({ ...front.loop, origin: url, per_second: COMPARED_RATE, seconds: SECONDS }),
    );
    const hit_rate = hits / requests;
    verdict([
      {
        what: `hit rate ${hit_rate.toFixed(4)}; goal ≥ ${MIN_HIT_RATE}`,
        met: hit_rate >= MIN_HIT_RATE,
      },
      {
        what: `${renders} renders; goal ≤ ${most}, one per change and variant`,
        met: renders <= most,
      },
      {
        what: `processor time beside a single encoding: ${ratio.toFixed(2)}; goal ≤ ${MAX_COST_RATIO}`,
        met: ratio <= MAX_COST_RATIO,
      },
    ]);
  } finally {
    await db.destroy();
  }
}
