import { type ChildProcess, fork } from "node:child_process";
import cluster from "node:cluster";
import { setTimeout as sleep } from "node:timers/promises";
import { childEnv } from "#lib/platform/config/env.ts";
import { log } from "#lib/platform/log.ts";
import { yieldToOthers } from "#lib/platform/process/priority.ts";
import type { FromChild, ToChild } from "#lib/server/ipc/messages.ts";

// Each process accepts connections itself: a connection handed over by the supervisor to a process
// being killed would hang.
cluster.schedulingPolicy = cluster.SCHED_NONE;

const FIRST_PAUSE_MS = 100;
const MAX_PAUSE_MS = 10_000;
const END_MS = 15_000;

type Plan = {
  name: string;
  file: string;
  args: () => string[];
  env?: Record<string, string>;
  options?: readonly string[];
  niceness?: number;
  sharesPort?: boolean;
  onMessage: (message: FromChild, child: Child) => void;
  onEnd: (child: Child) => void;
};

/** A process that is restarted until it is stopped. */
export class Child {
  readonly #plan: Plan;
  readonly #stop = new AbortController();
  #process: ChildProcess | null = null;
  #keeping: Promise<void> | null = null;
  #isReady = false;

  constructor(plan: Plan) {
    this.#plan = plan;
  }

  get isReady(): boolean {
    return this.#isReady;
  }

  start(): void {
    this.#keeping ??= this.#keep();
  }

  send(message: ToChild): void {
    if (this.#process?.connected) this.#process.send(message, () => {});
  }

  /** Killed after 15 s. */
  async stop(): Promise<void> {
    this.#stop.abort();
    this.send({ kind: "stop" });
    const hard = setTimeout(() => this.kill(), END_MS);
    await this.#keeping;
    clearTimeout(hard);
  }

  restart(): void {
    this.#process?.kill("SIGKILL");
  }

  kill(): void {
    this.#stop.abort();
    this.#process?.kill("SIGKILL");
  }

  async #keep(): Promise<void> {
    const { signal } = this.#stop;
    for (let pause_ms = FIRST_PAUSE_MS; !signal.aborted; ) {
      const wasReady = await this.#run();
      if (signal.aborted) return;
      pause_ms = wasReady ? FIRST_PAUSE_MS : Math.min(pause_ms * 2, MAX_PAUSE_MS);
      await sleep(pause_ms, undefined, { signal }).catch(() => {});
    }
  }

  #fork(): ChildProcess {
    const { file: exec, args: own, env = {}, options = [], sharesPort } = this.#plan;
    const args = ["--supervised", ...own()];
    const execArgv = [...process.execArgv, ...options];
    if (!sharesPort) return fork(exec, args, { env: childEnv(env), execArgv });
    cluster.setupPrimary({ exec, args, execArgv });
    return cluster.fork(childEnv(env)).process;
  }

  /** One run. @returns whether it became ready */
  async #run(): Promise<boolean> {
    const { name, onMessage, niceness = 0 } = this.#plan;
    const child = this.#fork();
    // Before it starts threads, which inherit the niceness.
    if (child.pid !== undefined) yieldToOthers(niceness, child.pid);
    this.#process = child;
    const ended = Promise.withResolvers<void>();
    child.once("error", (error) => {
      log().error({ err: error, process: name }, "cannot start a process");
      ended.resolve();
    });
    child.once("exit", (code, by) => {
      if (!this.#stop.signal.aborted)
        log().error({ process: name, code, signal: by }, "a process has ended: starting it again");
      ended.resolve();
    });
    child.on("message", (message: FromChild) => {
      if (message.kind === "ready") this.#isReady = true;
      onMessage(message, this);
    });
    await ended.promise;
    const wasReady = this.#isReady;
    this.#isReady = false;
    this.#plan.onEnd(this);
    return wasReady;
  }
}
