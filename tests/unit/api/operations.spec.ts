import { dirname, join } from "node:path";
import { expect, test } from "@playwright/test";
import { type Done, OPERATIONS } from "#tests/e2e/operations.ts";
import { reachedFrom, sources } from "#tests/support/code/product.ts";
import type { Source } from "#tests/support/code/sources.ts";
import { operations } from "#tests/support/http/operations.ts";

const entries = Object.entries(OPERATIONS);

const screens = sources.filter(({ path }) => path.startsWith("tests/e2e/"));

const specOf = (spec: string) =>
  screens.find(({ path }) => path.endsWith(`/${spec}.spec.ts`))?.text ?? "";

function titlesIn({ spec, test }: Done): string[] {
  const titles = [...specOf(spec).matchAll(/^ *test\(\s*[`"](.+?)[`"], async/gm)];
  return titles.map(([, title = ""]) => title).filter((title) => title.startsWith(test));
}

test("each operation names one test that is there, in a spec that speaks of the screen", () => {
  const missing = entries.filter(([, done]) => titlesIn(done).length !== 1);
  expect(missing.map(([operation, { spec, test }]) => [operation, spec, test])).toEqual([]);
  const words = (screen: string) => screen.split("/").filter((part) => /^[a-z-]{5,}$/.test(part));
  const silent = entries.filter(([, { spec, screen }]) => {
    const [last] = words(screen).slice(-1);
    return last && !specOf(spec).includes(last);
  });
  expect(silent).toEqual([]);
});

/** A screen with all that it imports, at whatever distance, and the frames around it. */
function partsOf(screen: string): Source[] {
  const files = ["page.tsx", "route.ts"].map((file) => join("app", screen, file));
  for (let folder = join("app", screen); folder !== "app"; folder = dirname(folder))
    files.push(join(folder, "layout.tsx"));
  const parts = reachedFrom(files.map((path) => ({ path })));
  return sources.filter(({ path }) => parts.has(path));
}

const WORD = /\w+/g;

type Verb = { module: string; name: string };

/** The functions of `lib` that an operation calls. */
function verbsOf(operation: string): Verb[] {
  const route = sources.find(
    ({ path, text }) =>
      path.startsWith("app/api/v2/") && text.includes(`operation: "${operation}"`),
  );
  if (!route) throw new Error(`No route has ${operation}`);
  const [, after = ""] = route.text.split(`operation: "${operation}"`);
  const words = new Set(after.split("endpoint(")[0]?.match(WORD));
  const imported = route.text.matchAll(/^import \{([^}]+)\} from "#(lib\/(?!api\/)[^"]+)"/gm);
  return [...imported].flatMap(([, names = "", module = ""]) =>
    (names.match(/\b[a-z]\w+/g) ?? []).flatMap((name) =>
      words.has(name) && name !== "type" ? [{ module, name }] : [],
    ),
  );
}

const roomOf = (path: string) => path.split("/").slice(0, 2).join("/");

/** Of a read the screen may have a form of its own, from the same folder of `lib`. */
function reaches(parts: Source[], { module, name }: Verb, isRead: boolean): boolean {
  if (isRead && parts.some(({ path }) => roomOf(path) === roomOf(module))) return true;
  return parts.some(({ path, text }) => path !== module && text.match(WORD)?.includes(name));
}

test("the screen that is named reaches the function that the operation calls", () => {
  const wrong = operations.flatMap(({ method, declaration: { operation } }) => {
    const { screen } = OPERATIONS[operation as keyof typeof OPERATIONS];
    const [parts, verbs] = [partsOf(screen), verbsOf(operation)];
    const isThere =
      parts.length > 0 &&
      (verbs.length === 0 || verbs.some((verb) => reaches(parts, verb, method === "GET")));
    return isThere ? [] : [{ operation, screen, verbs }];
  });
  expect(wrong).toEqual([]);
});
