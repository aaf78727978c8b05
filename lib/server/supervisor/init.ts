import { existsSync } from "node:fs";
import { childEnv } from "#lib/platform/config/env.ts";

const SHELL = "/bin/sh";
// Forwards signals and exits as its child does.
const INIT = `"$@" & child=$!
trap 'kill -TERM $child; signalled=1' TERM
trap 'kill -INT $child; signalled=1' INT
while signalled=; wait $child; code=$?; [ "$signalled" ]; do :; done
exit $code`;

/**
 * As process 1 of a container, runs this program under a shell that reaps orphans: Node waits only
 * for its own children.
 */
export function runUnderInit(): void {
  if (process.pid !== 1 || !process.execve || !existsSync(SHELL)) return;
  const command = [process.execPath, ...process.execArgv, ...process.argv.slice(1)];
  process.execve(SHELL, ["sh", "-c", INIT, "sh", ...command], childEnv({}));
}
