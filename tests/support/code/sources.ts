import { globSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT = fileURLToPath(new URL("../../..", import.meta.url));

export type Source = {
  /** From the project's folder, with `/`. */
  path: string;
  text: string;
  /** `lazy`: by `import()`. */
  imports: { target: string; typeOnly: boolean; lazy: boolean }[];
};

const IMPORT =
  /(?:^|\n)\s*(?:import|export)\s+(type\s)?(?:[^"';]*?\sfrom\s+)?"([^"]+)"|\bimport\("([^"]+)"\)/g;

// A file of the project by its path, a package by its name.
function resolve(from: string, specifier: string): string {
  if (specifier.startsWith("#")) return specifier.slice(1);
  return specifier.startsWith(".") ? normalize(join(dirname(from), specifier)) : specifier;
}

function read(path: string): Source {
  const text = readFileSync(join(ROOT, path), "utf8");
  const imports = [...text.matchAll(IMPORT)].map(([, type, fixed, dynamic]) => ({
    target: resolve(path, fixed ?? dynamic ?? ""),
    typeOnly: type !== undefined,
    lazy: dynamic !== undefined,
  }));
  return { path, text, imports };
}

/** All the files that people wrote, tests too. */
export function readSources(): Source[] {
  const found = globSync(["{app,lib,db,deploy,tests,public}/**/*.{ts,tsx,js}", "*.{ts,mjs}"], {
    cwd: ROOT,
    withFileTypes: true,
    exclude: ({ name }) => name === "node_modules",
  });
  return found
    .filter((entry) => entry.isFile() && entry.name !== "next-env.d.ts")
    .map((entry) => read(join(entry.parentPath, entry.name).slice(ROOT.length)))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** `file:line` of everything that matches. */
export function places(sources: Source[], pattern: RegExp): string[] {
  return sources.flatMap(({ path, text }) =>
    text
      .split("\n")
      .flatMap((line, index) =>
        pattern.test(line) ? [`${path}:${index + 1}: ${line.trim()}`] : [],
      ),
  );
}

/** The style sheets of a folder, one after the other. */
export function readStyles(folder: string): string {
  const files = globSync(`${folder}/*.css`, { cwd: ROOT });
  return files.map((path) => readFileSync(join(ROOT, path), "utf8")).join("\n");
}
