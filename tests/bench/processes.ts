import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer } from "node:net";

export const root = new URL("../..", import.meta.url).pathname;

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === "object" && address ? address.port : 0;
}

export class Process {
  readonly child: ChildProcess;
  constructor(args: string[], env: Record<string, string> = {}) {
    this.child = spawn(process.execPath, args, { cwd: root, env: { ...process.env, ...env }, stdio: ["ignore", "ignore", "inherit"] });
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  async until(url: string, timeout_ms = 60_000): Promise<void> {
    const deadline = Date.now() + timeout_ms;
    while (Date.now() < deadline) {
      if (this.child.exitCode !== null) throw new Error(`${this.child.spawnargs.join(" ")} ended with ${this.child.exitCode}`);
      const answer = await fetch(url).catch(() => null);
      if (answer?.ok) return;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    throw new Error(`${url} did not answer in time`);
  }

  /** Resident memory in MiB. */
  rss_mib(): number {
    const [, kib = "0"] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${this.pid}/status`, "utf8")) ?? [];
    return Number(kib) / 1024;
  }

  /** Processor time so far, in seconds. */
  cpu_seconds(): number {
    const fields = readFileSync(`/proc/${this.pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
    return (Number(fields[11]) + Number(fields[12])) / 100;
  }

  async end(): Promise<void> {
    if (this.child.exitCode !== null) return;
    const ended = new Promise((resolve) => this.child.once("exit", resolve));
    this.child.kill("SIGTERM");
    await ended;
  }
}
