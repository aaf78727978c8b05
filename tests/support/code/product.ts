import { readSources, type Source } from "#tests/support/code/sources.ts";

export const sources = readSources();

export const product = sources.filter(
  ({ path }) => !path.startsWith("tests/") && path !== "playwright.config.ts",
);

export function inside(...folders: string[]): Source[] {
  return product.filter(({ path }) => folders.some((folder) => path.startsWith(folder)));
}

export function importing(files: Source[], isForbidden: (target: string) => boolean): string[] {
  return files.flatMap(({ path, imports }) =>
    imports.filter(({ target }) => isForbidden(target)).map(({ target }) => `${path} → ${target}`),
  );
}
