import { execFile, spawnSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Asked } from "./cannon.ts";
import { root } from "./processes.ts";

/** `failures` are in none of the other figures. */
export type Load = {
  requests: number;
  requests_per_second: number;
  p99_ms: number;
  failures: number;
};

const SCRIPT = join(root, "tests/bench/wrk.lua");

/** The version that is installed, `wrk 4.1.0`; null where none is. */
export const wrkVersion: string | null =
  /^wrk (?:\S+\/)?([\d.]+)/.exec(
    spawnSync("wrk", ["-v"], { encoding: "utf8" }).stdout ?? "",
  )?.[1] ?? null;

type Summary = {
  requests: number;
  seconds: number;
  p99_ms: number;
  refused: number;
  failures: number;
};

function line({ method = "GET", path, headers = {} }: Asked): string {
  return [method, path, ...Object.entries(headers).flat()].join("\t");
}

/** Sends requests in turn with wrk, a program in C that takes a fraction of the server's time. */
export async function wrk(
  url: string,
  requests: Asked[],
  { connections, seconds }: { connections: number; seconds: number },
): Promise<Load> {
  const folder = await mkdtemp(join(tmpdir(), "allclear-wrk-"));
  try {
    const file = join(folder, "requests");
    await writeFile(file, `${requests.map(line).join("\n")}\n`);
    const args = ["-t1", `-c${connections}`, `-d${seconds}s`, "--latency", "-s", SCRIPT, url];
    const { stdout } = await promisify(execFile)("wrk", [...args, "--", file]);
    const found: Summary = JSON.parse(stdout.slice(stdout.lastIndexOf("\n{")));
    const succeeded = found.requests - found.refused;
    return {
      requests: succeeded,
      requests_per_second: succeeded / found.seconds,
      p99_ms: found.p99_ms,
      failures: found.refused + found.failures,
    };
  } finally {
    await rm(folder, { recursive: true });
  }
}
