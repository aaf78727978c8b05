import { spawn } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import { createInterface } from "node:readline";
import { buildPrograms } from "#lib/build/programs.ts";
import { buildAndMark, isBuilt, ROOT } from "#lib/build/sources.ts";
import { childEnv } from "#lib/env.ts";

const OUTPUT_LINES = 40;
// What an operator can do nothing about: the list of routes, and what Next and Node say of
// experiments.
const NOISE =
  /^(Route |[┌├└│○ƒ]|- Experiments|\s+·|\(.*(ExperimentalWarning|--trace-warnings)|\s+Skipping validation)/;

/** Raised when a build fails; the message ends with what the builder said last. */
export class BuildError extends Error {}

async function buildNext(onProgress: (text: string) => void): Promise<void> {
  const next = createRequire(import.meta.url).resolve("next/dist/bin/next");
  const env = childEnv({ NODE_ENV: "production" });
  const child = spawn(process.execPath, [next, "build"], {
    cwd: ROOT,
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const end = () => child.kill("SIGTERM");
  process.once("exit", end);
  const last: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    createInterface(stream).on("line", (line) => {
      if (line.trim() === "") return;
      last.push(line);
      last.splice(0, last.length - OUTPUT_LINES);
      if (!NOISE.test(line)) onProgress(line);
    });
  }
  const [code] = await once(child, "close");
  process.off("exit", end);
  if (code !== 0) throw new BuildError(`next build failed\n${last.join("\n")}`);
}

async function bundle(): Promise<void> {
  await buildPrograms().catch((error: Error) => {
    throw new BuildError(`esbuild failed\n${error.message}`);
  });
}

/**
 * Builds the Next application and the programs of a server unless `.next` holds the build of these
 * very sources.
 * @param onProgress gets what `next build` prints, line by line
 * @returns whether it built
 * @throws {BuildError}
 */
export async function ensureBuilt(onProgress: (text: string) => void): Promise<boolean> {
  if (isBuilt()) return false;
  onProgress(
    "Building the application, as on every first start after a change: this takes a minute or two",
  );
  await buildAndMark(async () => {
    await buildNext(onProgress);
    await bundle();
  });
  return true;
}

if (import.meta.main) await ensureBuilt((text) => process.stderr.write(`${text}\n`));
