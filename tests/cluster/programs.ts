import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chownSync, closeSync, mkdirSync, openSync, readdirSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { readOf } from "../bench/memory.ts";

const isRoot = process.getuid?.() === 0;
// PostgreSQL, Patroni and PgBouncer refuse to run as root.
const NOBODY = 65_534;

// As docs/operate.md says.
const ENDS_MS = 45_000;

type How = {
  log: string;
  env: Record<string, string | undefined>;
  cwd?: string;
  /** Runs as a user without rights. */
  unprivileged?: boolean;
};

/** A new folder that unprivileged programs may write to. */
export function makeFolder(path: string): string {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  if (isRoot) chownSync(path, NOBODY, NOBODY);
  return path;
}

function childrenOf(pid: number): number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).flatMap((task) =>
      readOf(pid, `task/${task}/children`).split(" ").filter(Boolean).map(Number),
    );
  } catch {
    return [];
  }
}

/** A process and everything that it started. */
export function treeOf(pid: number): number[] {
  return [pid, ...childrenOf(pid).flatMap(treeOf)];
}

export function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
    }
  }
}

const running = new Set<Program>();

/** A program that this drill started. */
export class Program {
  readonly #child: ChildProcess;
  readonly #log: string;
  readonly ended: Promise<unknown>;

  constructor([file = "", ...args]: string[], { log, env, cwd, unprivileged }: How) {
    const output = openSync(log, "a");
    const user = isRoot && unprivileged ? { uid: NOBODY, gid: NOBODY } : {};
    this.#child = spawn(file, args, {
      ...user,
      ...(cwd && { cwd }),
      env: env as NodeJS.ProcessEnv,
      stdio: ["ignore", output, output],
    });
    closeSync(output);
    this.#log = log;
    this.ended = once(this.#child, "exit").catch(() => {});
    running.add(this);
    void this.ended.then(() => running.delete(this));
  }

  get isRunning(): boolean {
    return running.has(this);
  }

  get pids(): number[] {
    return this.isRunning && this.#child.pid ? treeOf(this.#child.pid) : [];
  }

  /** Everything it printed, of earlier runs too. */
  get output(): string {
    return readFileSync(this.#log, "utf8");
  }

  /** Asks it to end, and waits. @throws {Error} when an operator would have killed it */
  async stop(): Promise<void> {
    this.#child.kill("SIGTERM");
    const limit = new AbortController();
    const late = sleep(ENDS_MS, "late", { signal: limit.signal }).catch(() => {});
    const first = await Promise.race([this.ended, late]);
    limit.abort();
    if (first === "late") throw new Error(`It goes on for ${ENDS_MS / 1_000} s: ${this.#log}`);
  }

  /** Ends it with all that it started. */
  async kill(): Promise<void> {
    signalAll(this.pids, "SIGKILL");
    await this.ended;
  }
}

/** Ends every program that was started. */
export async function killAll(): Promise<void> {
  await Promise.all([...running].map((program) => program.kill()));
}
