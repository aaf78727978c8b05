import { readFileSync } from "node:fs";

// A process may end while it is looked at.
export function readOf(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "utf8");
  } catch {
    return "";
  }
}

/** A process and its children that run a file, without PostgreSQL. */
export function pidsBelow(root: number, file = ""): number[] {
  const children = readOf(root, `task/${root}/children`).split(" ").filter(Boolean);
  const runs = (pid: number) => {
    const command = readOf(pid, "cmdline");
    return command.includes(file) && !command.includes("/bin/postgres");
  };
  return [root, ...children.map(Number)].filter(runs);
}

/** What processes have of the machine's memory, in MiB: what they share counts once. */
export function memoryOf(pids: readonly number[]): number {
  return pids.reduce((total, pid) => {
    const [, kib = "0"] = /^Pss:\s+(\d+)/m.exec(readOf(pid, "smaps_rollup")) ?? [];
    return total + Number(kib) / 1024;
  }, 0);
}
