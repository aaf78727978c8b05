import { setTimeout as sleep } from "node:timers/promises";
import { Pool } from "undici";
import { median, percentile } from "./load.ts";
import { type MixedRequest, outageMix } from "./outage-mix.ts";

/** Where to send requests, and how many a second, whether or not earlier ones were answered. */
export type OpenLoop = {
  origin: string;
  host: string;
  per_second: number;
  seconds: number;
  encoding?: string;
};

/** Times are milliseconds since a request was due, not since it was sent. */
export type OpenLoopResult = {
  requests: number;
  per_second: number;
  p50_ms: number;
  p99_ms: number;
  failures: number;
  hits: number;
  renders: number;
  /** Requests that were due while too many were waiting already. */
  dropped: number;
};

const CONNECTIONS = 50;
const MAX_WAITING = 2_000;
const TICK_MS = 1;

class Visitors {
  readonly #pool: Pool;
  readonly #host: string;
  readonly #etags = new Map<string, string>();
  readonly times_ms: number[] = [];
  readonly counts = { failures: 0, hits: 0, renders: 0, dropped: 0 };
  waiting = 0;

  constructor({ origin, host }: OpenLoop) {
    this.#pool = new Pool(origin, { connections: CONNECTIONS });
    this.#host = host;
  }

  async send(request: MixedRequest, due: number): Promise<void> {
    const { method, path, headers, variant, isConditional } = request;
    const known = `${variant} ${headers["accept-encoding"]}`;
    const etag = isConditional ? this.#etags.get(known) : undefined;
    const condition = etag === undefined ? {} : { "if-none-match": etag };
    this.waiting += 1;
    try {
      const answer = await this.#pool.request({
        method,
        path,
        headers: { host: this.#host, ...headers, ...condition },
      });
      await answer.body.dump({ limit: Number.POSITIVE_INFINITY });
      this.times_ms.push(performance.now() - due);
      this.#count(answer.statusCode, String(answer.headers["cache-status"]));
      this.#etags.set(known, String(answer.headers.etag));
    } catch {
      this.counts.failures += 1;
    } finally {
      this.waiting -= 1;
    }
  }

  #count(status: number, how: string): void {
    if (status !== 200 && status !== 304) this.counts.failures += 1;
    else if (how.startsWith("allclear; hit")) this.counts.hits += 1;
    else if (how.includes("stored")) this.counts.renders += 1;
  }

  async close(): Promise<void> {
    await this.#pool.close();
  }
}

async function run(loop: OpenLoop): Promise<OpenLoopResult> {
  const visitors = new Visitors(loop);
  const mix = outageMix(loop.encoding);
  const begun = performance.now();
  const total = loop.per_second * loop.seconds;
  const all: Promise<void>[] = [];
  for (let sent = 0; sent < total; ) {
    const due = Math.min(total, ((performance.now() - begun) / 1_000) * loop.per_second);
    for (; sent < due; sent += 1) {
      const { value } = mix.next();
      if (visitors.waiting >= MAX_WAITING) visitors.counts.dropped += 1;
      else if (value) all.push(visitors.send(value, begun + (sent / loop.per_second) * 1_000));
    }
    await sleep(TICK_MS);
  }
  await Promise.all(all);
  const elapsed_s = (performance.now() - begun) / 1_000;
  await visitors.close();
  const { times_ms, counts } = visitors;
  return {
    requests: times_ms.length,
    per_second: times_ms.length / elapsed_s,
    p50_ms: median(times_ms),
    p99_ms: percentile(times_ms, 99),
    ...counts,
  };
}

// A program of its own: whoever measures is not kept waiting by what it sends.
process.once("message", async (loop: OpenLoop) => {
  const result = await run(loop);
  process.send?.(result, () => process.disconnect?.());
});
process.once("disconnect", () => process.exit());
