import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { ownEnv } from "./env.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

type CliResult = { code: number | null; stdout: string; stderr: string };

/** Runs the command line as an operator does. */
export async function cli(
  args: string[],
  env: Record<string, string>,
  input = "",
): Promise<CliResult> {
  const child = spawn(process.execPath, ["lib/cli/main.ts", ...args], {
    cwd: ROOT,
    env: ownEnv(env),
  });
  child.stdin.end(input);
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "exit"),
  ]);
  return { code, stdout, stderr };
}
