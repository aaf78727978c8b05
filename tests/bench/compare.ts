import { type LoadOptions, load, median, SECONDS } from "./load.ts";
import type { Process } from "./processes.ts";

export const ROUNDS = 5;

export type Side = { url: string; process: Pick<Process, "cpu_seconds"> } & LoadOptions;
export type Measured = {
  requests_per_second: number;
  p99_ms: number;
  cpu_us: number;
  failures: number;
};
type Comparison = { ours: Measured; yardstick: Measured; ratio: number; speed_ratio: number };

export async function measureOnce({ url, process, ...options }: Side): Promise<Measured> {
  const before = process.cpu_seconds();
  const { requests, requests_per_second, p99_ms, failures } = await load(url, options);
  const cpu_us = ((process.cpu_seconds() - before) / Math.max(1, requests)) * 1e6;
  return { requests_per_second, p99_ms, cpu_us, failures };
}

export function middle(runs: Measured[]): Measured {
  return {
    requests_per_second: median(runs.map((run) => run.requests_per_second)),
    p99_ms: median(runs.map((run) => run.p99_ms)),
    cpu_us: median(runs.map((run) => run.cpu_us)),
    failures: runs.reduce((sum, run) => sum + run.failures, 0),
  };
}

/**
 * Ours and the yardstick in turn, after a warm-up of each, which for what has much code takes
 * longer: medians of the rounds. `ratio` compares
 * the servers' processor time per request, which no load generator can hide, `speed_ratio` their
 * requests per second, both round by round.
 */
export async function compare(
  ours: Side,
  yardstick: Side,
  warm_up_s = SECONDS,
): Promise<Comparison> {
  await measureOnce({ ...ours, seconds: warm_up_s });
  await measureOnce({ ...yardstick, seconds: warm_up_s });
  const rounds: [Measured, Measured][] = [];
  for (let round = 0; round < ROUNDS; round += 1)
    rounds.push([await measureOnce(ours), await measureOnce(yardstick)]);
  return {
    ours: middle(rounds.map(([one]) => one)),
    yardstick: middle(rounds.map(([, other]) => other)),
    ratio: median(rounds.map(([one, other]) => other.cpu_us / one.cpu_us)),
    speed_ratio: median(
      rounds.map(([one, other]) => one.requests_per_second / other.requests_per_second),
    ),
  };
}

export function figures({ requests_per_second, p99_ms, cpu_us }: Measured): string {
  return `${requests_per_second.toFixed(0)} requests/s, p99 ${p99_ms.toFixed(1)} ms, processor time ${cpu_us.toFixed(1)} µs`;
}

/** A comparison in words, and whether it is as it should be. */
export function inWords(
  name: string,
  beside: string,
  goal: number,
  { ours, yardstick, ratio, speed_ratio }: Comparison,
): { text: string; goal: { what: string; met: boolean } } {
  return {
    text: `${name}: ${figures(ours)}; ${beside}: ${figures(yardstick)}; failures ${ours.failures}`,
    goal: {
      what: `${name}: ratio ${ratio.toFixed(2)} by processor time (${speed_ratio.toFixed(2)} by requests per second); goal ≥ ${goal}`,
      met: ratio >= goal,
    },
  };
}
