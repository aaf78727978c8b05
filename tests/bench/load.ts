import autocannon from "autocannon";

export type Load = { requests_per_second: number; p50_ms: number; p99_ms: number; failures: number };

export type LoadOptions = { headers?: Record<string, string>; paths?: string[] };

/** What a browser asks with. */
export const BROWSER = { "accept-encoding": "br, gzip", "accept-language": "en" };

export const CONNECTIONS = 50;
export const SECONDS = Number(process.env.BENCH_SECONDS ?? 5);

/** Sends requests for a bounded time and waits for the end of it. */
export async function load(url: string, { headers = {}, paths }: LoadOptions = {}): Promise<Load> {
  const requests = paths?.map((path) => ({ path }));
  const result = await autocannon({ url, connections: CONNECTIONS, duration: SECONDS, headers, ...(requests && { requests }) });
  const { requests: counted, latency, errors, non2xx } = result;
  return { requests_per_second: counted.average, p50_ms: latency.p50, p99_ms: latency.p99, failures: errors + non2xx };
}

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? Number.NaN;
}

export function percentile(values: number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil((percent / 100) * sorted.length) - 1)] ?? Number.NaN;
}
