import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer } from "node:net";
import { memoryOf, pidsBelow, readOf } from "./memory.ts";

export const root = new URL("../..", import.meta.url).pathname;

const { scripts } = JSON.parse(readFileSync(`${root}package.json`, "utf8"));

/** What `npm start` gives Node. */
export const START: string[] = /\bnode (.*)$/.exec(scripts.start)?.[1]?.split(" ") ?? [];

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === "object" && address ? address.port : 0;
}

export class Process {
  readonly child: ChildProcess;
  constructor(args: string[], env: Record<string, string> = {}, program = process.execPath) {
    this.child = spawn(program, args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ["ignore", "ignore", "inherit"],
    });
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  async until(url: string, timeout_ms = 60_000): Promise<void> {
    const deadline = Date.now() + timeout_ms;
    while (Date.now() < deadline) {
      if (this.child.exitCode !== null)
        throw new Error(`${this.child.spawnargs.join(" ")} ended with ${this.child.exitCode}`);
      const answer = await fetch(url).catch(() => null);
      if (answer?.ok) return;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    throw new Error(`${url} did not answer in time`);
  }

  /**
   * Its own and its children's, without PostgreSQL: what they share counts once. In MiB.
   * @param file counts only those that run it
   */
  memory_mib(file = ""): number {
    return memoryOf(pidsBelow(this.pid, file));
  }

  /**
   * Processor time so far, its children's too, without PostgreSQL: in seconds.
   * @param file counts only those that run it
   */
  cpu_seconds(file = ""): number {
    return pidsBelow(this.pid, file).reduce((total, pid) => {
      const fields = readOf(pid, "stat").split(") ")[1]?.split(" ") ?? [];
      return total + (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) / 100;
    }, 0);
  }

  /** Those of its processes that run a file, seen as one. */
  of(file: string): { cpu_seconds(): number } {
    return { cpu_seconds: () => this.cpu_seconds(file) };
  }

  /** The id of the process that runs a file; 0 while none does. */
  pidOf(file: string): number {
    return pidsBelow(this.pid, file)[0] ?? 0;
  }

  async end(): Promise<void> {
    if (this.child.exitCode !== null) return;
    const ended = new Promise((resolve) => this.child.once("exit", resolve));
    this.child.kill("SIGTERM");
    await ended;
  }
}
