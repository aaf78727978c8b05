import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, rmSync } from "node:fs";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { childEnv } from "#lib/platform/config/env.ts";
import { buildPrograms } from "#lib/server/build/programs.ts";
import {
  buildFolder,
  claimBuild,
  markInUse,
  ROOT,
  removeUnusedBuilds,
} from "#lib/server/build/sources.ts";

const NEXT = fileURLToPath(new URL("next.ts", import.meta.url));
const OUTPUT_LINES = 40;
const WAIT_MS = 5_000;
// Output of Next and Node that an operator cannot act on.
const NOISE =
  /^(Route |[┌├└│○ƒ]|- Experiments|\s+·|\(.*(ExperimentalWarning|--trace-warnings)|\s+Skipping validation)/;
const NO_BUILDER =
  "The packages that build Allclear are missing: run npm ci --include=dev, or start a release archive";
const BUSY = /Another next build process is already running/;

/** The message ends with the builder's last output. */
export class BuildError extends Error {}

class BusyError extends Error {}

type Progress = (text: string) => void;

/** The child ends when its channel to this process closes. */
async function buildNext(draft: string, complete: string, onProgress: Progress): Promise<void> {
  const child = fork(NEXT, [draft, complete], {
    cwd: ROOT,
    env: childEnv({ NODE_ENV: "production" }),
    execArgv: [],
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  const last: string[] = [];
  for (const stream of [child.stdout, child.stderr] as Readable[]) {
    createInterface(stream).on("line", (line) => {
      if (line.trim() === "") return;
      last.push(line);
      last.splice(0, last.length - OUTPUT_LINES);
      if (!NOISE.test(line) && !BUSY.test(line)) onProgress(line);
    });
  }
  const [code] = await once(child, "close");
  if (code === 0) return;
  const output = last.join("\n");
  throw BUSY.test(output) ? new BusyError() : new BuildError(`next build failed\n${output}`);
}

async function build(onProgress: Progress): Promise<string> {
  const complete = buildFolder();
  const draft = `${complete}-${process.pid}`;
  mkdirSync(draft, { recursive: true });
  markInUse(draft);
  try {
    await buildPrograms(draft).catch((error: NodeJS.ErrnoException) => {
      if (error.code === "ERR_MODULE_NOT_FOUND") throw new BuildError(NO_BUILDER);
      throw new BuildError(`esbuild failed\n${error.message}`);
    });
    await buildNext(draft, complete, onProgress);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
  markInUse(complete);
  removeUnusedBuilds(complete);
  return complete;
}

/**
 * Builds the Next application and the programs unless this version is built already. Waits for
 * another builder.
 * @param onProgress receives lines of `next build`
 * @returns the build folder
 * @throws {BuildError}
 */
export async function ensureBuilt(onProgress: Progress): Promise<string> {
  for (let isWaiting = false; ; isWaiting = true) {
    const built = claimBuild();
    if (built) return built;
    try {
      if (!isWaiting)
        onProgress(
          "Building the application, as on every first start after a change: this takes a minute or two",
        );
      return await build(onProgress);
    } catch (error) {
      if (!(error instanceof BusyError)) throw error;
      if (!isWaiting) onProgress("Another process is building it: waiting for that one");
      await sleep(WAIT_MS);
    }
  }
}

if (import.meta.main) await ensureBuilt((text) => process.stderr.write(`${text}\n`));
