import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import autocannon from "autocannon";
import type { Asked, Fire } from "./cannon.ts";
import { type Load, wrk, wrkVersion } from "./wrk.ts";

/** What only autocannon tells. */
type Latencies = { p50_ms: number; p99_9_ms: number };

export type LoadOptions = {
  headers?: Record<string, string>;
  /** Sent in turn; else the path of the address. */
  requests?: Asked[];
  connections?: number;
  seconds?: number;
};

/** What a browser asks with. */
export const BROWSER = { "accept-encoding": "br, gzip", "accept-language": "en" };

export const CONNECTIONS = 50;
export const SECONDS = Number(process.env.BENCH_SECONDS ?? 5);

const CANNON = fileURLToPath(new URL("cannon.ts", import.meta.url));

function toldBy({
  duration,
  latency,
  errors,
  non2xx,
  ...result
}: autocannon.Result): Load & Latencies {
  return {
    requests: result["2xx"],
    requests_per_second: result["2xx"] / duration,
    p50_ms: latency.p50,
    p99_ms: latency.p99,
    p99_9_ms: latency.p99_9,
    failures: errors + non2xx,
  };
}

type RunningLoad = {
  /** Ends it before its time. */
  stop(): Promise<Load & Latencies>;
  ended: Promise<Load & Latencies>;
};

/**
 * Sends requests from a process of its own, for a bounded time.
 * @param perSecond how many at most, of all connections together
 * @returns once it has begun
 */
export async function beginLoad(
  url: string,
  { headers, requests = [], connections = CONNECTIONS, seconds = SECONDS }: LoadOptions = {},
  perSecond?: number,
): Promise<RunningLoad> {
  const pace = perSecond === undefined ? {} : { overallRate: perSecond };
  const asked = requests.map((each) => ({ ...each, headers: { ...headers, ...each.headers } }));
  const options = {
    url,
    headers,
    connections,
    duration: seconds,
    excludeErrorStats: true,
    ...pace,
  };
  const child = fork(CANNON);
  const gone = once(child, "close").then(() => {
    throw new Error("The load generator ended before its time");
  });
  const next = async () => (await Promise.race([once(child, "message"), gone]))[0];
  child.send({ options, requests: asked } satisfies Fire);
  await next();
  const ended = next().then(toldBy);
  ended.catch(() => {});
  const stop = () => {
    if (child.connected) child.send("stop", () => {});
    return ended;
  };
  return { stop, ended };
}

/** Sends requests for a bounded time and waits for the end of it, with wrk where it is installed. */
export async function load(url: string, options: LoadOptions = {}): Promise<Load> {
  if (!wrkVersion) return (await beginLoad(url, options)).ended;
  const { headers = {}, connections = CONNECTIONS, seconds = SECONDS } = options;
  const own: Asked = { path: new URL(url).pathname };
  const requests = (options.requests ?? [own]).map((asked) => ({
    ...asked,
    headers: { ...headers, ...asked.headers },
  }));
  return wrk(url, requests, { connections, seconds });
}

/** The same from this process, which can make each request anew. */
export async function cannon(options: autocannon.Options): Promise<Load> {
  const usual = { connections: CONNECTIONS, duration: SECONDS, excludeErrorStats: true };
  return toldBy(await autocannon({ ...usual, ...options }));
}

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? Number.NaN;
}

export function percentile(values: number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return (
    sorted[Math.min(sorted.length - 1, Math.ceil((percent / 100) * sorted.length) - 1)] ??
    Number.NaN
  );
}
