import { readSources, type Source } from "#tests/support/code/sources.ts";

export const sources = readSources();

export const product = sources.filter(
  ({ path }) => !path.startsWith("tests/") && path !== "playwright.config.ts",
);

export const byPath = new Map(sources.map((source) => [source.path, source]));

export function inside(...folders: string[]): Source[] {
  return product.filter(({ path }) => folders.some((folder) => path.startsWith(folder)));
}

export function importing(files: Source[], isForbidden: (target: string) => boolean): string[] {
  return files.flatMap(({ path, imports }) =>
    imports.filter(({ target }) => isForbidden(target)).map(({ target }) => `${path} → ${target}`),
  );
}

/**
 * Everything that files reach by imports other than of types, each with the path that leads there.
 * @param ends files that are reached, but not what they import
 */
export function reachedFrom(
  files: readonly { path: string }[],
  ends: (source: Source) => boolean = () => false,
): Map<string, string> {
  const reached = new Map(files.map(({ path }) => [path, path]));
  for (const [path, way] of reached) {
    const source = byPath.get(path);
    if (!source || ends(source)) continue;
    for (const { target, typeOnly } of source.imports)
      if (!typeOnly && !reached.has(target)) reached.set(target, `${way} → ${target}`);
  }
  return reached;
}
