import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { readFile, readlink, realpath, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { EmbeddedError } from "#lib/platform/postgres/errors.ts";

// Higher than any system counts.
const NOBODYS_PID = 99_999_999;

export type Postmaster = {
  pid: number;
  port: number;
  /** Where it has a Unix socket beside its port; empty where it has none. */
  socketFolder: string;
  ready: boolean;
};

/** What the cluster's postmaster.pid says; the process may be long gone. */
export async function readPidFile(cluster: string): Promise<Postmaster | null> {
  const text = await readFile(join(cluster, "postmaster.pid"), "utf8").catch(() => null);
  if (text === null) return null;
  const lines = text.split("\n");
  const [pid, port] = [Number(lines[0]), Number(lines[3])];
  const [socketFolder = "", , , status = ""] = lines.slice(4);
  return pid > 0 ? { pid, port, socketFolder, ready: status.trim() === "ready" } : null;
}

// Some containers do not reap dead processes: these still have an id, but do not run.
function isZombie(pid: number): boolean {
  try {
    const state = readFileSync(`/proc/${pid}/stat`, "utf8");
    return state.slice(state.lastIndexOf(")") + 2).startsWith("Z");
  } catch {
    return false;
  }
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

export function isRunning(pid: number): boolean {
  return exists(pid) && !isZombie(pid);
}

/** Whether a process is the postmaster of this cluster, and not one that got its id later. */
export async function isPostmasterOf(cluster: string, pid: number): Promise<boolean> {
  if (!isRunning(pid)) return false;
  const path = await realpath(cluster);
  if (process.platform === "linux") {
    const [folder, command] = await Promise.all([
      readlink(`/proc/${pid}/cwd`),
      readFile(`/proc/${pid}/cmdline`, "utf8"),
    ]).catch(() => ["", ""]);
    return folder === path && command.split("\0")[0]?.endsWith("postgres") === true;
  }
  if (process.platform === "win32") return true;
  const { stdout } = await promisify(execFile)("ps", [
    "-ww",
    "-o",
    "command=",
    "-p",
    String(pid),
  ]).catch(() => ({ stdout: "" }));
  return stdout.includes("postgres") && (stdout.includes(path) || stdout.includes(cluster));
}

/**
 * Makes PostgreSQL see that the process in postmaster.pid is gone, where another, or an unreaped
 * one, still has its id. The rest of the file stays: by it PostgreSQL makes sure that no other
 * process of the old server is left.
 */
export async function disownPidFile(cluster: string, pid: number): Promise<void> {
  const file = join(cluster, "postmaster.pid");
  if (!exists(pid) || (await readPidFile(cluster))?.pid !== pid) return;
  const [, ...rest] = (await readFile(file, "utf8")).split("\n");
  await writeFile(file, [NOBODYS_PID, ...rest].join("\n"));
}

async function endsWithin(pid: number, limit_ms: number): Promise<boolean> {
  const until = performance.now() + limit_ms;
  while (performance.now() < until) {
    if (!isRunning(pid)) return true;
    await sleep(20);
  }
  return false;
}

/**
 * Stops the cluster's postmaster: connections end, everything committed is kept. Does nothing when
 * the process is not that postmaster.
 * @param patience_ms how long it may take before it is stopped the hard way
 * @throws {EmbeddedError} when it does not end
 */
export async function stopPostmaster(
  cluster: string,
  pid: number,
  patience_ms = 60_000,
): Promise<void> {
  const steps = [
    ["SIGINT", patience_ms],
    ["SIGQUIT", 3_000],
    ["SIGKILL", 10_000],
  ] as const;
  for (const [signal, limit_ms] of steps) {
    if (!(await isPostmasterOf(cluster, pid))) return;
    process.kill(pid, signal);
    if (await endsWithin(pid, limit_ms)) return;
  }
  throw new EmbeddedError(`The PostgreSQL process ${pid} in ${cluster} does not end`);
}
