import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "@playwright/test";
import { ROOT, readSources, type Source } from "#tests/support/sources.ts";

const sources = readSources();

function exportsOf({ text }: Source): string[] {
  const plain = [
    ...text.matchAll(/^export (?:async )?(?:function|const|class|type|interface) (\w+)/gm),
  ].map(([, name = ""]) => name);
  const unpacked = [...text.matchAll(/^export const \{([^}]*)\}/gm)].flatMap(
    ([, names = ""]) => names.match(/\w+(?=\s*(,|$))/g) ?? [],
  );
  return [...plain, ...unpacked];
}

test("what a file exports, another one uses", () => {
  const words = new Map(sources.map(({ path, text }) => [path, new Set(text.match(/\w+/g))]));
  const checked = sources.filter(
    ({ path }) =>
      /^(lib|db|tests)\//.test(path) &&
      !/^db\/(migrations\/|types\.ts)|^tests\/client\//.test(path),
  );
  const unused = checked.flatMap((source) =>
    exportsOf(source)
      .filter(
        (name) => !sources.some(({ path }) => path !== source.path && words.get(path)?.has(name)),
      )
      .map((name) => `${source.path}: ${name}`),
  );
  expect(unused).toEqual([]);
});

test("files are small, and none is a drawer", () => {
  const written = sources.filter(
    ({ path }) =>
      path !== "db/types.ts" &&
      path !== "tests/client/api.d.ts" &&
      !path.startsWith("db/migrations/"),
  );
  const lines = ({ text }: Source) => text.split("\n").length - 1;
  expect(written.filter((source) => lines(source) > 400).map(({ path }) => path)).toEqual([]);
  const sizes = written.map(lines).sort((a, b) => a - b);
  const quantile = (share: number) => sizes[Math.floor(sizes.length * share)];
  expect(quantile(0.5)).toBeLessThanOrEqual(80);
  expect(quantile(0.9)).toBeLessThanOrEqual(220);
  const drawers = /(^|\/)(utils?|helpers?|types|common|misc|constants)\.tsx?$/;
  expect(written.map(({ path }) => path).filter((path) => drawers.test(path))).toEqual([]);
});

const documents = ["README.md", ...markdownIn("docs")];

function markdownIn(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true })
    .map((name) => `${folder}/${name}`)
    .filter((name) => name.endsWith(".md"));
}

test("every path that README and the documents name exists", () => {
  const missing = documents.flatMap((file) => {
    const text = readFileSync(join(ROOT, file), "utf8");
    const links = [...text.matchAll(/\]\(([^)#\s]+)[^)]*\)/g)]
      .map(([, target = ""]) => target)
      .filter((target) => !/^[a-z]+:/.test(target))
      .map((target) => join(dirname(file), target));
    const named = [
      ...text.matchAll(
        /`((?:app|lib|db|tests|public|docs|\.ci)\/[^`\s*<…]+|[\w.-]+\.(?:mjs|json))`/g,
      ),
    ].map(([, path = ""]) => path);
    return [...links, ...named]
      .filter((path) => !existsSync(join(ROOT, path)))
      .map((path) => `${file}: ${path}`);
  });
  expect(missing).toEqual([]);
});

test("README is a page that is read to its end", () => {
  const words = readFileSync(join(ROOT, "README.md"), "utf8").split(/\s+/).length;
  expect(words).toBeLessThanOrEqual(1_200);
});

test("decisions are one file per topic, each short and of one shape", () => {
  const files = markdownIn("docs/decisions");
  expect(files.length).toBeLessThanOrEqual(31);
  for (const file of files) {
    const text = readFileSync(join(ROOT, file), "utf8");
    expect(text.split(/\s+/).length, file).toBeLessThanOrEqual(350);
    const headings = [...text.matchAll(/^## (.*)$/gm)].map(([, heading]) => heading);
    expect(headings, file).toEqual(["Context", "Decisions", "Rejected"]);
    const [, decisions = ""] = text.split(/^## .*$/m).slice(1);
    const bullets = decisions.match(/^- /gm)?.length ?? 0;
    expect(bullets, file).toBeGreaterThanOrEqual(5);
    expect(bullets, file).toBeLessThanOrEqual(9);
  }
});

test("the glossary has at most thirty terms", () => {
  const rows = readFileSync(join(ROOT, "docs/glossary.md"), "utf8").match(/^\| (?!Term)/gm) ?? [];
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.length).toBeLessThanOrEqual(30);
});

test("docs/configure.md and .env.example tell of every setting, and of no other", () => {
  const read = (file: string) => readFileSync(join(ROOT, file), "utf8");
  const names = (text: string, pattern: RegExp) =>
    [...text.matchAll(pattern)].map(([, name = ""]) => name).sort();
  const settings = names(read("lib/platform/config/env.ts"), /^ {4}([A-Z_]+): /gm);
  const rows = read("docs/configure.md").match(/^\| `[A-Z_`, ]+` \|/gm) ?? [];
  expect(names(rows.join(""), /`([A-Z_]+)`/g)).toEqual(settings);
  expect(names(read(".env.example"), /^# ([A-Z_]+)=/gm)).toEqual(settings);
});

test("the lock says where a workspace is, without which npm ci fails", () => {
  const { packages } = JSON.parse(readFileSync(join(ROOT, "package-lock.json"), "utf8")) as {
    packages: Record<string, { link?: boolean; resolved?: string }>;
  };
  const links = Object.entries(packages).filter(([, { link }]) => link);
  expect(
    links.filter(
      ([, { resolved }]) => !existsSync(join(ROOT, resolved ?? "missing", "package.json")),
    ),
  ).toEqual([]);
});
