import { createHash } from "node:crypto";
import {
  type Dirent,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { isRunning } from "#lib/platform/postgres/postmaster.ts";

/** The project's folder. */
export const ROOT = fileURLToPath(new URL("../../..", import.meta.url));

const FOLDERS = ["app", "lib", "db", "locales"];
const IN_FOLDERS = /\.(tsx?|css|json|sql|svg|woff2)$/;
const AT_THE_TOP = /^(proxy\.ts|tsconfig\.json|package(-lock)?\.json|.*\.mjs)$/;
// What npm says is installed, which may be another version than the one that is asked for.
const INSTALLED = join(ROOT, "node_modules", ".package-lock.json");
// As deep as `.next`, from where the links that Next makes to packages lead.
const BUILD = /^\.next-[0-9a-f]{16}/;
const USERS = "users";

function filesIn(folder: string, pattern: RegExp, recursive: boolean): string[] {
  const isSource = (entry: Dirent) => entry.isFile() && pattern.test(entry.name);
  return readdirSync(join(ROOT, folder), { recursive, withFileTypes: true })
    .filter(isSource)
    .map(({ parentPath, name }) => join(parentPath, name));
}

// Every start waits for this: `globSync` would take five times as long.
function sourcesHash(): string {
  const hash = createHash("sha256");
  const inFolders = FOLDERS.flatMap((folder) => filesIn(folder, IN_FOLDERS, true));
  const installed = existsSync(INSTALLED) ? [INSTALLED] : [];
  for (const path of [...inFolders, ...filesIn("", AT_THE_TOP, false), ...installed].sort()) {
    hash.update(`\0${relative(ROOT, path)}\0`).update(readFileSync(path));
  }
  return hash.digest("hex");
}

/** The folder for the build of these very sources. It exists once that build is complete. */
export function buildFolder(): string {
  return join(ROOT, `.next-${sourcesHash().slice(0, 16)}`);
}

/** Notes that this process needs the files of a build, until it ends. */
export function markInUse(build: string): void {
  const mark = join(build, USERS, String(process.pid));
  try {
    mkdirSync(join(build, USERS), { recursive: true });
    writeFileSync(mark, "");
  } catch {
    // In a folder that is read-only nobody builds.
    return;
  }
  process.once("exit", () => rmSync(mark, { force: true }));
}

/** The folder of the build of these very sources, marked as in use; null: there is none yet. */
export function claimBuild(): string | null {
  const folder = buildFolder();
  if (!existsSync(folder)) return null;
  markInUse(folder);
  return folder;
}

function isInUse(build: string): boolean {
  const users = join(build, USERS);
  return existsSync(users) && readdirSync(users).some((pid) => isRunning(Number(pid)));
}

/** Removes builds, complete or not, that no process uses. @param kept stays in any case */
export function removeUnusedBuilds(kept: string): void {
  for (const name of readdirSync(ROOT)) {
    const build = join(ROOT, name);
    if (!BUILD.test(name) || build === kept || isInUse(build)) continue;
    rmSync(build, { recursive: true, force: true });
  }
}
