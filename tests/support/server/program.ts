import { type ChildProcess, type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { ROOT } from "#tests/support/code/sources.ts";
import { ownEnv } from "#tests/support/server/env.ts";

type Command = [program: "cli" | "worker", ...args: string[]];
type Env = Record<string, string>;

/** Starts the command line, or a worker beside servers, as the scripts of package.json do. */
export function startProgram(command: Command, env: Env): ChildProcessWithoutNullStreams;
export function startProgram(command: Command, env: Env, stdio: "inherit"): ChildProcess;
export function startProgram(
  command: Command,
  env: Env,
  stdio: "pipe" | "inherit" = "pipe",
): ChildProcess {
  const options = { cwd: ROOT, env: ownEnv(env), stdio };
  return spawn(process.execPath, ["lib/server/build/run.ts", ...command], options);
}

/** Waits until it is gone. */
export async function endProgram(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, "exit");
  child.kill(signal);
  await gone;
}
