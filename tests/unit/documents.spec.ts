import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "@playwright/test";
import { ROOT, readSources, type Source } from "#tests/support/code/sources.ts";

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

function markdownIn(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true })
    .map((name) => `${folder}/${name}`)
    .filter((name) => name.endsWith(".md"));
}

const read = (file: string) => readFileSync(join(ROOT, file), "utf8");

const documents = [
  "README.md",
  "CONTRIBUTING.md",
  "SECURITY.md",
  "CHANGELOG.md",
  "tests/bench/RESULTS.md",
  ...markdownIn("docs"),
];

/** Files that a document links to or shows, from the project's folder, with their `#anchor`. */
function targetsOf(file: string): { path: string; anchor: string }[] {
  const links = /\]\(([^)#\s]*)(#[^)\s]+)?[^)]*\)|\bsrc(?:set)?="([^"]+)"/g;
  return [...read(file).matchAll(links)]
    .map(([, link = "", anchor = "", picture = ""]) => ({ target: link || picture, anchor }))
    .filter(({ target }) => !/^[a-z]+:/.test(target))
    .map(({ target, anchor }) => ({
      path: target ? join(dirname(file), target) : file,
      anchor: anchor.slice(1),
    }));
}

test("every path that README and the documents name exists", () => {
  const missing = documents.flatMap((file) => {
    const named = [
      ...read(file).matchAll(
        /`((?:app|lib|db|tests|public|docs|\.ci)\/[^`\s*<…]+|[\w.-]+\.(?:mjs|json))`/g,
      ),
    ].map(([, path = ""]) => path);
    return [...targetsOf(file).map(({ path }) => path), ...named]
      .filter((path) => !existsSync(join(ROOT, path)))
      .map((path) => `${file}: ${path}`);
  });
  expect(missing).toEqual([]);
});

test("every section that a document links to exists", () => {
  const anchorsIn = (file: string) =>
    [...read(file).matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) =>
      heading
        .toLowerCase()
        .replace(/[^\w\s-]/g, "")
        .replace(/ /g, "-"),
    );
  const links = documents.flatMap((file) => targetsOf(file).filter(({ anchor }) => anchor));
  expect(links.length).toBeGreaterThan(0);
  expect(links.filter(({ path, anchor }) => !anchorsIn(path).includes(anchor))).toEqual([]);
});

test("README is a page that is read to its end", () => {
  const words = read("README.md").split(/\s+/).length;
  expect(words).toBeLessThanOrEqual(500);
});

test("README shows page and admin, light and dark, in pictures that load quickly", () => {
  const pictures = targetsOf("README.md").filter(({ path }) => path.endsWith(".png"));
  expect(pictures.map(({ path }) => path).sort()).toEqual(
    ["admin-dark", "admin-light", "status-page-dark", "status-page-light"].map(
      (name) => `docs/screenshots/${name}.png`,
    ),
  );
  const heavy = pictures.filter(({ path }) => statSync(join(ROOT, path)).size > 200_000);
  expect(heavy).toEqual([]);
});

test("CHANGELOG begins with the version of package.json", () => {
  const [, version] = /^## \[(.+?)\]/m.exec(read("CHANGELOG.md")) ?? [];
  expect(version).toBe(JSON.parse(read("package.json")).version);
});

test("decisions are one file per topic, each short and of one shape", () => {
  const files = markdownIn("docs/decisions");
  expect(files.length).toBeLessThanOrEqual(33);
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
  const names = (text: string, pattern: RegExp) =>
    [...text.matchAll(pattern)].map(([, name = ""]) => name).sort();
  const source = ["env", "oidc-settings"].map((name) => read(`lib/platform/config/${name}.ts`));
  const settings = names(source.join(""), /^ {2,4}([A-Z_]+): /gm);
  const rows = read("docs/configure.md").match(/^\| `[A-Z_`, ]+` \|/gm) ?? [];
  expect(names(rows.join(""), /`([A-Z_]+)`/g)).toEqual(settings);
  expect(names(read(".env.example"), /^# ([A-Z_]+)=/gm)).toEqual(settings);
});

test("the lock says where a workspace is, without which npm ci fails", () => {
  const { packages } = JSON.parse(read("package-lock.json")) as {
    packages: Record<string, { link?: boolean; resolved?: string }>;
  };
  const links = Object.entries(packages).filter(([, { link }]) => link);
  expect(
    links.filter(
      ([, { resolved }]) => !existsSync(join(ROOT, resolved ?? "missing", "package.json")),
    ),
  ).toEqual([]);
});
