import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "#lib/server/build/sources.ts";

type Names = Record<string, unknown>;
export type Package = {
  name?: string;
  version?: string;
  license?: string;
  integrity?: string;
  optional?: boolean;
  dependencies?: Names;
  optionalDependencies?: Names;
  peerDependencies?: Names;
  peerDependenciesMeta?: Record<string, { optional?: boolean }>;
};

/** The parts of package-lock.json that say what needs what, by the packages' paths. */
export type Lock = { packages: Record<string, Package> };

const FOLDER = "node_modules/";
const LICENSE_FILE = /^(licen[cs]e|copying|notice|ofl)/i;

export function readLock(): Lock {
  return JSON.parse(readFileSync(join(ROOT, "package-lock.json"), "utf8"));
}

export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf(FOLDER) + FOLDER.length);
}

function resolve({ packages }: Lock, from: string, name: string): string | undefined {
  const path = `${from}${from && "/"}${FOLDER}${name}`;
  if (packages[path]) return path;
  const parent = from.slice(0, Math.max(0, from.lastIndexOf(`/${FOLDER}`)));
  return from ? resolve({ packages }, parent, name) : undefined;
}

/**
 * Paths of the packages that one needs itself. Not its optional peers: `npm ci --omit=dev` installs
 * a browser and a compiler because Next could use them.
 */
export function neededBy(lock: Lock, from: string, it: Package): string[] {
  const { peerDependencies = {}, peerDependenciesMeta = {} } = it;
  const peers = Object.keys(peerDependencies).filter(
    (name) => !peerDependenciesMeta[name]?.optional,
  );
  return [...Object.keys({ ...it.dependencies, ...it.optionalDependencies }), ...peers]
    .map((name) => resolve(lock, from, name))
    .filter((path) => path !== undefined);
}

/** These packages and all that they need, sorted. @param except names that count as nothing */
export function withNeeded(lock: Lock, paths: string[], except = /^$/): string[] {
  const found = new Set<string>();
  const add = (path: string) => {
    if (found.has(path) || except.test(nameOf(path))) return;
    found.add(path);
    neededBy(lock, path, lock.packages[path] ?? {}).forEach(add);
  };
  paths.forEach(add);
  return [...found].sort();
}

/** Paths of all packages whose code Allclear runs, as they are or bundled. */
export function shippedPackages(lock: Lock): string[] {
  return withNeeded(lock, neededBy(lock, "", lock.packages[""] ?? {}));
}

/** The full license texts of the installed packages that ship, many of them only in a bundle. */
export function licenseTexts(lock: Lock): string {
  const texts = shippedPackages(lock)
    .filter((path) => existsSync(join(ROOT, path)))
    .map((path) => {
      const { version, license } = lock.packages[path] ?? {};
      const files = readdirSync(join(ROOT, path)).filter((file) => LICENSE_FILE.test(file));
      const contents = files.map((file) => readFileSync(join(ROOT, path, file), "utf8").trim());
      return [`# ${nameOf(path)} ${version} (${license})`, ...contents].join("\n\n");
    });
  return `${texts.join("\n\n")}\n`;
}
