import { once } from "node:events";
import { text } from "node:stream/consumers";
import { startProgram } from "#tests/support/server/program.ts";

type CliResult = { code: number | null; stdout: string; stderr: string };

/** Runs the command line as an operator does. */
export async function cli(
  args: string[],
  env: Record<string, string>,
  input = "",
): Promise<CliResult> {
  const child = startProgram(["cli", ...args], env);
  child.stdin.end(input);
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "exit"),
  ]);
  return { code, stdout, stderr };
}
