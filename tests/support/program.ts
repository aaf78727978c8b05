import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";
import { once } from "node:events";
import { ownEnv } from "./env.ts";
import { ROOT } from "./sources.ts";

/** Starts the command line, or a worker beside servers, as the scripts of package.json do. */
export function startProgram(
  [program, ...args]: ["cli" | "worker", ...string[]],
  env: Record<string, string>,
  stdio: SpawnOptions["stdio"] = "pipe",
): ChildProcess {
  const command = ["lib/build/run.ts", program, ...args];
  return spawn(process.execPath, command, { cwd: ROOT, env: ownEnv(env), stdio });
}

/** Waits until it is gone. */
export async function endProgram(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, "exit");
  child.kill(signal);
  await gone;
}
