import { spawn } from "node:child_process";
import { once } from "node:events";
import { globSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import type { JSONReport, JSONReportSuite } from "@playwright/test/reporter";

/** The copy of the sources in which mutations are switched on. */
export const COPY = ".mutations";

const CONFIG = "tests/mutations/playwright.config.ts";
const RECORDED = join(process.cwd(), COPY, "recorded");

export type Tier = "unit" | "db" | "api";

/** A run that took too long or printed no report has failed without one. */
type Outcome = { passed: boolean; report: JSONReport | null };

function endGroup(pid: number | undefined): void {
  if (pid) process.kill(-pid, "SIGKILL");
}

/** Runs spec files of the copy. Processes that outlive `limit_ms` are ended with their children. */
async function run(
  specs: string[],
  limit_ms: number,
  env: Record<string, string>,
  args: string[] = [],
): Promise<Outcome> {
  const child = spawn("playwright", ["test", "--config", CONFIG, ...args], {
    cwd: COPY,
    detached: true,
    env: { ...process.env, MUTATIONS_SPECS: JSON.stringify(specs), ...env },
    stdio: ["ignore", "pipe", "ignore"],
  });
  const end = () => endGroup(child.pid);
  process.once("exit", end);
  const timer = setTimeout(end, limit_ms);
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, "close")]);
  clearTimeout(timer);
  process.off("exit", end);
  const report = output.startsWith("{") ? JSON.parse(output) : null;
  return { passed: code === 0, report };
}

/** Whether spec files pass while a mutation is on. */
export async function pass(specs: string[], mutation: string, limit_ms: number): Promise<boolean> {
  const env = { __STRYKER_ACTIVE_MUTANT__: mutation };
  return (await run(specs, limit_ms, env, ["--max-failures=1"])).passed;
}

const specsOf = (room: string, tier: Tier) => globSync(`tests/${tier}/${room}/**/*.spec.ts`).sort();

const testsIn = ({ specs, suites = [] }: JSONReportSuite): JSONReportSuite["specs"] => [
  ...specs,
  ...suites.flatMap(testsIn),
];

/** A spec file without mutations: how long it takes, and which mutations it reaches. */
export type Recorded = { file: string; ms: number; reached: Set<string> };

/**
 * Runs the spec files of a room once, without mutations.
 * @returns those that pass: the others could not tell a mutation from their own trouble
 */
export async function record(room: string, tier: Tier, limit_ms: number): Promise<Recorded[]> {
  const folder = join(RECORDED, `${room}-${tier}`);
  mkdirSync(folder, { recursive: true });
  const files = specsOf(room, tier).filter((file) => !file.includes(".thorough."));
  if (files.length === 0) return [];
  const env = {
    MUTATIONS_RECORD: folder,
    NODE_OPTIONS: `--import=${join(process.cwd(), COPY, "tests/mutations/record.ts")}`,
  };
  const { report } = await run(files, limit_ms, env);
  const [trouble] = report ? report.errors : [{ message: "they took too long" }];
  if (!report || trouble)
    throw new Error(`the ${tier} specs of ${room} cannot be run: ${trouble?.message}`);
  const written = new Set(readdirSync(folder));
  const reachedBy = (worker: string) =>
    written.has(worker) ? readFileSync(join(folder, worker), "utf8").trim().split("\n") : [];
  const tests = report.suites.flatMap(testsIn).flatMap((spec) => spec.tests);
  return files.flatMap((file) => {
    const own = tests.filter(({ projectName }) => projectName === file);
    const results = own.flatMap((test) => test.results);
    const workers = new Set(results.map(({ workerIndex }) => String(workerIndex)));
    const ms = results.reduce((sum, { duration }) => sum + duration, 0);
    const reached = new Set([...workers].flatMap(reachedBy));
    if (own.length > 0 && own.every(({ status }) => status !== "unexpected"))
      return [{ file, ms, reached }];
    const [reason] = results.flatMap(({ error }) => error?.message?.split("\n")[0] ?? []);
    process.stdout.write(`left out, since it fails without mutations: ${file}: ${reason}\n`);
    return [];
  });
}
