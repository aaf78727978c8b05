import { existsSync } from "node:fs";
import { childEnv } from "#lib/platform/config/env.ts";

const SHELL = "/bin/sh";
// Passes signals on and exits as its child does.
const INIT = `"$@" & child=$!
trap 'kill -TERM $child; signalled=1' TERM
trap 'kill -INT $child; signalled=1' INT
while signalled=; wait $child; code=$?; [ "$signalled" ]; do :; done
exit $code`;

/**
 * Makes way for a process that collects the dead, when this is the first one of a container: all
 * whose parent died become its children, and Node waits only for those that it started itself.
 */
export function leaveFirstPlace(): void {
  if (process.pid !== 1 || !process.execve || !existsSync(SHELL)) return;
  const command = [process.execPath, ...process.execArgv, ...process.argv.slice(1)];
  process.execve(SHELL, ["sh", "-c", INIT, "sh", ...command], childEnv({}));
}
