import autocannon from "autocannon";
import { wrk, wrkVersion } from "./wrk.ts";

/** `failures` are in none of the other figures. */
export type Load = {
  requests: number;
  requests_per_second: number;
  p99_ms: number;
  failures: number;
};

export type Asked = { method?: "GET" | "POST"; path: string; headers?: Record<string, string> };

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

/** Sends requests for a bounded time and waits for the end of it, with wrk where it is installed. */
export function load(url: string, options: LoadOptions = {}): Promise<Load> {
  const { headers = {}, connections = CONNECTIONS, seconds = SECONDS } = options;
  const own: Asked = { path: new URL(url).pathname };
  const requests = (options.requests ?? [own]).map((asked) => ({
    method: "GET" as const,
    ...asked,
    headers: { ...headers, ...asked.headers },
  }));
  if (wrkVersion) return wrk(url, requests, { connections, seconds });
  return cannon({ url, requests, connections, duration: seconds });
}

/** The same with autocannon, which can make each request anew. */
export async function cannon(options: autocannon.Options): Promise<Load> {
  const { duration, latency, errors, non2xx, ...result } = await autocannon({
    connections: CONNECTIONS,
    duration: SECONDS,
    excludeErrorStats: true,
    ...options,
  });
  return {
    requests: result["2xx"],
    requests_per_second: result["2xx"] / duration,
    p99_ms: latency.p99,
    failures: errors + non2xx,
  };
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
