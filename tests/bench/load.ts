import autocannon from "autocannon";

/** `failures` are in neither of the other figures. */
export type Load = { requests_per_second: number; p99_ms: number; failures: number };

export type LoadOptions = Pick<autocannon.Options, "method" | "headers" | "requests" | "connections" | "duration">;

/** What a browser asks with. */
export const BROWSER = { "accept-encoding": "br, gzip", "accept-language": "en" };

export const CONNECTIONS = 50;
export const SECONDS = Number(process.env.BENCH_SECONDS ?? 5);

/** Sends requests for a bounded time and waits for the end of it. */
export async function load(url: string, options: LoadOptions = {}): Promise<Load> {
  const result = await autocannon({ url, connections: CONNECTIONS, duration: SECONDS, excludeErrorStats: true, ...options });
  const { duration, latency, errors, non2xx } = result;
  return { requests_per_second: result["2xx"] / duration, p99_ms: latency.p99, failures: errors + non2xx };
}

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? Number.NaN;
}

export function percentile(values: number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil((percent / 100) * sorted.length) - 1)] ?? Number.NaN;
}
