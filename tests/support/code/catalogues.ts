import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "#tests/support/code/sources.ts";

type Tree = { [key: string]: string | Tree };

function flatten(tree: Tree, path: string): [key: string, text: string][] {
  return Object.entries(tree).flatMap(([key, inner]) => {
    const whole = path ? `${path}.${key}` : key;
    return typeof inner === "string" ? [[whole, inner]] : flatten(inner, whole);
  });
}

/** Every text of a language, by its key: the site's and, where it has them, the admin's. */
export function textsOf(locale: string): [key: string, text: string][] {
  const files = ["site.json", "admin.json"].map((file) => join(ROOT, "locales", locale, file));
  return files
    .filter((file) => existsSync(file))
    .flatMap((file) => flatten(JSON.parse(readFileSync(file, "utf8")), ""));
}
