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

export const ROOT = fileURLToPath(new URL("../../..", import.meta.url));

const FOLDERS = ["app", "lib", "db", "locales"];
const IN_FOLDERS = /\.(tsx?|css|json|sql|svg|woff2)$/;
const AT_THE_TOP = /^(proxy\.ts|tsconfig\.json|package(-lock)?\.json|.*\.mjs)$/;
// The installed versions, which may differ from the requested ones.
const INSTALLED = join(ROOT, "node_modules", ".package-lock.json");
// Same depth as `.next`, because Next links to packages relatively.
const BUILD = /^\.next-[0-9a-f]{16}/;
const USERS = "users";
// Names the build that a release archive comes with; its sources are not complete.
const RELEASE = join(ROOT, "release.json");

function filesIn(folder: string, pattern: RegExp, recursive: boolean): string[] {
  const isSource = (entry: Dirent) => entry.isFile() && pattern.test(entry.name);
  return readdirSync(join(ROOT, folder), { recursive, withFileTypes: true })
    .filter(isSource)
    .map(({ parentPath, name }) => join(parentPath, name));
}

// Every start waits for this: `globSync` takes five times as long.
function sourcesHash(): string {
  const hash = createHash("sha256");
  const inFolders = FOLDERS.flatMap((folder) => filesIn(folder, IN_FOLDERS, true));
  const installed = existsSync(INSTALLED) ? [INSTALLED] : [];
  for (const path of [...inFolders, ...filesIn("", AT_THE_TOP, false), ...installed].sort()) {
    hash.update(`\0${relative(ROOT, path)}\0`).update(readFileSync(path));
  }
  return hash.digest("hex");
}

/** Folder for a build of these sources; it exists once that build is complete. */
export function buildFolder(): string {
  if (existsSync(RELEASE)) return join(ROOT, JSON.parse(readFileSync(RELEASE, "utf8")).build);
  return join(ROOT, `.next-${sourcesHash().slice(0, 16)}`);
}

export function markInUse(build: string): void {
  const mark = join(build, USERS, String(process.pid));
  try {
    mkdirSync(join(build, USERS), { recursive: true });
    writeFileSync(mark, "");
  } catch {
    // Nobody builds in a read-only folder.
    return;
  }
  process.once("exit", () => rmSync(mark, { force: true }));
}

/** The complete build of these sources, marked as in use; null: none. */
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

/** Removes builds that no process uses. @param kept is never removed */
export function removeUnusedBuilds(kept: string): void {
  for (const name of readdirSync(ROOT)) {
    const build = join(ROOT, name);
    if (!BUILD.test(name) || build === kept || isInUse(build)) continue;
    rmSync(build, { recursive: true, force: true });
  }
}
