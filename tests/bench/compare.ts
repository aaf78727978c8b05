import { type LoadOptions, load, median, SECONDS } from "./load.ts";
import type { Process } from "./processes.ts";

const ROUNDS = 3;

type Side = { url: string; process: Process } & LoadOptions;
type Measured = { requests_per_second: number; p99_ms: number; cpu_us: number; failures: number };
type Comparison = { ours: Measured; yardstick: Measured; ratio: number; cpu_ratio: number };

async function once({ url, process, ...options }: Side): Promise<Measured> {
  const before = process.cpu_seconds();
  const result = await load(url, options);
  const requests = Math.max(1, result.requests_per_second * SECONDS);
  const cpu_us = ((process.cpu_seconds() - before) / requests) * 1e6;
  return { requests_per_second: result.requests_per_second, p99_ms: result.p99_ms, cpu_us, failures: result.failures };
}

function middle(runs: Measured[]): Measured {
  return {
    requests_per_second: median(runs.map((run) => run.requests_per_second)),
    p99_ms: median(runs.map((run) => run.p99_ms)),
    cpu_us: median(runs.map((run) => run.cpu_us)),
    failures: runs.reduce((sum, run) => sum + run.failures, 0),
  };
}

/**
 * Ours and the yardstick in turn, after a warm-up of each; medians of the rounds, ratio of requests per second round by round.
 * `cpu_ratio` compares the servers' processor time per request, which the load generator cannot hide.
 */
export async function compare(ours: Side, yardstick: Side): Promise<Comparison> {
  await once(ours);
  await once(yardstick);
  const rounds: [Measured, Measured][] = [];
  for (let round = 0; round < ROUNDS; round += 1) rounds.push([await once(ours), await once(yardstick)]);
  const [a, b] = [middle(rounds.map(([one]) => one)), middle(rounds.map(([, other]) => other))];
  const ratio = median(rounds.map(([one, other]) => one.requests_per_second / other.requests_per_second));
  return { ours: a, yardstick: b, ratio, cpu_ratio: b.cpu_us / a.cpu_us };
}
