import { readFileSync } from "node:fs";
import { cpus, totalmem } from "node:os";
import { ROUNDS } from "./compare.ts";
import { CONNECTIONS, SECONDS } from "./load.ts";
import { root } from "./processes.ts";
import { wrkVersion } from "./wrk.ts";

export type Goal = { what: string; met: boolean | null };

export function say(topic: string, text: string): void {
  console.log(`${topic.padEnd(10)} ${text}`);
}

function version(name: string): string {
  return `${name} ${JSON.parse(readFileSync(`${root}node_modules/${name}/package.json`, "utf8")).version}`;
}

export function describeMachine(): void {
  const [cpu] = cpus();
  say(
    "machine",
    `${cpus().length} × ${cpu?.model.trim()}, ${(totalmem() / 2 ** 30).toFixed(0)} GiB; the load generator shares it with the server and PostgreSQL`,
  );
  say(
    "versions",
    [
      `node ${process.versions.node}`,
      ...["next", "react", "kysely", "pg", "autocannon"].map(version),
    ].join(", "),
  );
  const generator = wrkVersion
    ? `wrk ${wrkVersion}, one thread`
    : "autocannon: wrk is not installed";
  say(
    "method",
    `${generator}, ${CONNECTIONS} connections, ${SECONDS} s a round, both sides in turn after a warm-up, medians of ${ROUNDS} rounds, ratios by the servers' processor time per request; operations, publish, processes and neighbours with autocannon`,
  );
}

export function verdict(goals: Goal[]): void {
  const judge = (met: boolean) => (met ? "  met" : "  NOT MET");
  for (const { what, met } of goals) say(met === null ? "" : judge(met), what);
}
