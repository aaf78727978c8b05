import { createHash } from "node:crypto";
import { type Dirent, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";

/** The project's folder. */
export const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** Where the bundles of the programs are. */
export const PROGRAMS_FOLDER = join(ROOT, ".next", "programs");

// Beside the bundles: it goes with them.
const STAMP = join(PROGRAMS_FOLDER, "sources");
const FOLDERS = ["app", "lib", "db"];
const IN_FOLDERS = /\.(tsx?|css|json|svg|woff2)$/;
const AT_THE_TOP = /^(proxy\.ts|tsconfig\.json|package(-lock)?\.json|.*\.mjs)$/;
// What npm says is installed, which may be another version than the one that is asked for.
const INSTALLED = join(ROOT, "node_modules", ".package-lock.json");

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
  const installed = existsSync(INSTALLED) ? [INSTALLED] : [];
  for (const path of [...inFolders, ...filesIn("", AT_THE_TOP, false), ...installed].sort()) {
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

/** Whether `.next` holds the build of these very sources. */
export function isBuilt(): boolean {
  return builtHash() === sourcesHash();
}

/** Runs a build and notes of which sources it is: of those before, should they change meanwhile. */
export async function buildAndMark(build: () => Promise<void>): Promise<void> {
  const hash = sourcesHash();
  rmSync(STAMP, { force: true });
  await build();
  writeFileSync(STAMP, hash);
}
