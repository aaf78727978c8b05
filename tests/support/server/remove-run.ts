import { spawnSync } from "node:child_process";
import { globSync, readFileSync, readlinkSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { isRunning } from "#lib/platform/postgres/postmaster.ts";

export const PREFIX = "allclear-test-";
/** Where Linux keeps files in memory. */
export const IN_MEMORY = "/dev/shm";

// What runs under an id now: its working directory, where the system tells it, and its command
// line.
function processOf(pid: number): string {
  if (process.platform !== "linux")
    return spawnSync("ps", ["-ww", "-o", "command=", "-p", `${pid}`], { encoding: "utf8" }).stdout;
  try {
    return `${readlinkSync(`/proc/${pid}/cwd`)} ${readFileSync(`/proc/${pid}/cmdline`, "utf8")}`;
  } catch {
    return "";
  }
}

function runs(pid: number, folder: string): boolean {
  const found = processOf(pid);
  return found.includes(folder) || found.includes("server.ts");
}

function pidsIn(folder: string): number[] {
  const files = globSync(["*.pid", "postgres/postmaster.pid", "*/postgres/postmaster.pid"], {
    cwd: folder,
  });
  return files
    .map((file) => Number.parseInt(readFileSync(join(folder, file), "utf8"), 10))
    .filter((pid) => pid > 0 && runs(pid, folder));
}

/**
 * Ends the servers and databases of a run at once and removes its folder. Without `await`, so that
 * a process that exits can do it.
 */
export function removeRun(folder: string): void {
  const pids = pidsIn(folder);
  for (const pid of pids) process.kill(pid, "SIGKILL");
  const until = performance.now() + 5_000;
  while (pids.some(isRunning) && performance.now() < until)
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
}

/** Removes what runs that were killed left behind. */
export function removeOldRuns(): void {
  const folders = globSync([tmpdir(), IN_MEMORY].map((place) => join(place, `${PREFIX}*`)));
  for (const folder of folders) {
    const pid = Number(basename(folder).slice(PREFIX.length).split("-")[0]);
    if (!(pid > 0) || isRunning(pid)) continue;
    try {
      removeRun(folder);
    } catch {
      // Another user's.
    }
  }
}
