import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { readFile, readlink, realpath, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { EmbeddedError } from "#lib/platform/postgres/errors.ts";

// Higher than any system's process ids.
const NOBODYS_PID = 99_999_999;

export type Postmaster = {
  pid: number;
  port: number;
  socketFolder: string;
  ready: boolean;
};

export async function readPidFile(cluster: string): Promise<Postmaster | null> {
  const text = await readFile(join(cluster, "postmaster.pid"), "utf8").catch(() => null);
  if (text === null) return null;
  const lines = text.split("\n");
  const [pid, port] = [Number(lines[0]), Number(lines[3])];
  const [socketFolder = "", , , status = ""] = lines.slice(4);
  return pid > 0 ? { pid, port, socketFolder, ready: status.trim() === "ready" } : null;
}

// Some containers do not reap dead processes, which keep an id.
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

/** Excludes a process that got the id later. */
export async function isPostmasterOf(cluster: string, pid: number): Promise<boolean> {
  if (!isRunning(pid)) return false;
  const path = await realpath(cluster);
  if (process.platform === "linux") {
    const line = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "");
    const [command = "", ...args] = line.split("\0");
    // A process with fewer capabilities may not read the working folder, which follows a rename.
    const folder = await readlink(`/proc/${pid}/cwd`).catch(() =>
      realpath(args[args.indexOf("-D") + 1] ?? "").catch(() => ""),
    );
    return command.endsWith("postgres") && folder === path;
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

/** Clears a reused id. PostgreSQL finds leftovers of the old server by the rest of the file. */
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
 * Keeps what is committed.
 * @param patience_ms before it is stopped the hard way
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
