import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { type Dirent, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, relative } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { childEnv } from "#lib/env.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const STAMP = join(ROOT, ".next", "allclear-sources");
// What Next puts in its bundles.
const FOLDERS = ["app", "lib", "db"];
const IN_FOLDERS = /\.(tsx?|css|json|svg|woff2)$/;
const AT_THE_TOP = /^(proxy\.ts|tsconfig\.json|package-lock\.json|.*\.mjs)$/;
const OUTPUT_LINES = 40;
// What an operator can do nothing about: the list of routes, and what Next and Node say of
// experiments.
const NOISE =
  /^(Route |[┌├└│○ƒ]|- Experiments|\s+·|\(.*(ExperimentalWarning|--trace-warnings)|\s+Skipping validation)/;

/** Raised when `next build` fails; the message ends with its last lines. */
export class BuildError extends Error {}

function filesIn(folder: string, pattern: RegExp, recursive: boolean): string[] {
  const isSource = (entry: Dirent) => entry.isFile() && pattern.test(entry.name);
  return readdirSync(join(ROOT, folder), { recursive, withFileTypes: true })
    .filter(isSource)
    .map(({ parentPath, name }) => join(parentPath, name));
}

// Every start waits for this: `globSync` would take five times as long.
function sourcesHash(): string {
  const hash = createHash("sha256").update(process.version);
  const inFolders = FOLDERS.flatMap((folder) => filesIn(folder, IN_FOLDERS, true));
  for (const path of [...inFolders, ...filesIn("", AT_THE_TOP, false)].sort()) {
    hash.update(`\0${relative(ROOT, path)}\0`).update(readFileSync(path));
  }
  return hash.digest("hex");
}

/** Of the sources whose build `.next` holds. */
function builtHash(): string | null {
  try {
    return readFileSync(STAMP, "utf8");
  } catch {
    return null;
  }
}

async function build(onProgress: (text: string) => void): Promise<void> {
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

/**
 * Builds the Next application unless `.next` holds the build of these very sources.
 * @param onProgress gets what `next build` prints, line by line
 * @returns whether it built
 * @throws {BuildError}
 */
export async function ensureBuilt(onProgress: (text: string) => void): Promise<boolean> {
  const hash = sourcesHash();
  if (builtHash() === hash) return false;
  rmSync(STAMP, { force: true });
  onProgress(
    "Building the application, as on every first start after a change: this takes a minute or two",
  );
  await build(onProgress);
  writeFileSync(STAMP, hash);
  return true;
}

if (import.meta.main) await ensureBuilt((text) => process.stderr.write(`${text}\n`));
