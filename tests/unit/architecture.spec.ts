import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { tasks } from "#lib/jobs/registry.ts";
import { places, ROOT, readSources, type Source } from "#tests/support/sources.ts";

const sources = readSources();
const product = sources.filter(({ path }) => !path.startsWith("tests/") && path !== "playwright.config.ts");
const byPath = new Map(sources.map((source) => [source.path, source]));

function inside(...folders: string[]): Source[] {
  return product.filter(({ path }) => folders.some((folder) => path.startsWith(folder)));
}

function importing(files: Source[], isForbidden: (target: string) => boolean): string[] {
  return files.flatMap(({ path, imports }) =>
    imports.filter(({ target }) => isForbidden(target)).map(({ target }) => `${path} → ${target}`),
  );
}

test("SQL is written in queries.ts and db/ only", () => {
  const others = product.filter(({ path }) => !path.startsWith("db/") && !path.endsWith("/queries.ts"));
  expect(places(others, /\bsql\s*[<`.]|\.(selectFrom|insertInto|updateTable|deleteFrom|mergeInto)\(/)).toEqual([]);
  expect(importing(others, (target) => target === "kysely")).toEqual([]);
});

test("imports go from app to lib to db, never back", () => {
  const app = (target: string) => target.startsWith("app/");
  expect(importing(inside("lib/", "db/"), app)).toEqual([]);
  // Leaves that know nothing but the environment; seeds stand above the verbs they call.
  const leaves = ["lib/env.ts", "lib/secret-file.ts"];
  const foundation = inside("db/").filter(({ path }) => !path.startsWith("db/seed/"));
  expect(importing(foundation, (target) => target.startsWith("lib/") && !leaves.includes(target))).toEqual([]);
  expect(importing(product, (target) => target.startsWith("tests/"))).toEqual([]);
});

test("the edges read through verbs, which ask at the door, not by queries of their own", () => {
  const values = inside("app/").map((source) => ({ ...source, imports: source.imports.filter(({ typeOnly }) => !typeOnly) }));
  expect(importing(values, (target) => target.endsWith("/queries.ts"))).toEqual([]);
});

test("process.env is read in lib/env.ts only", () => {
  expect(
    places(
      product.filter(({ path }) => path !== "lib/env.ts"),
      /\bprocess\.env\b/,
    ),
  ).toEqual([]);
});

test("the time comes from lib/clock.ts only", () => {
  const onServer = inside("lib/", "db/", "app/").filter(({ path, text }) => path !== "lib/clock.ts" && !text.startsWith('"use client"'));
  expect(places(onServer, /\bDate\.now\(|\bnew Date\(\)|\bTemporal\.Now\b/)).toEqual([]);
});

test("Next is known to the edges only", () => {
  const edges = ["next.config.mjs", "proxy.ts", "server.ts", "lib/actions.ts", "lib/auth/session.ts", "lib/auth/session-token.ts"];
  const others = product.filter(({ path }) => !path.startsWith("app/") && !edges.includes(path));
  expect(importing(others, (target) => /^next(-auth)?(\/|$)/.test(target))).toEqual([]);
});

test("whatever changes data asks at the door first, or is a job or a command", () => {
  const exempt = ["lib/change.ts", "lib/jobs/", "lib/cli/", "db/"];
  const changing = product.filter(({ path }) => !exempt.some((prefix) => path.startsWith(prefix)));
  const unauthorised = changing.filter(
    ({ text }) => /\bchange(Page|Organization|Records)\(|\.transaction\(\)/.test(text) && !/\bauthorize\w*\(/.test(text),
  );
  expect(unauthorised.map(({ path }) => path)).toEqual([]);
});

test("the audit is what a change writes last, so that none waits while it holds what all write", () => {
  const after = /\bawait audit\(trx(?:(?!;\n)[\s\S])*;\n\s*(?!\s|\}|return (?!settle\(|publishInfoNotice\())/;
  expect(product.filter(({ text }) => after.test(text)).map(({ path }) => path)).toEqual([]);
});

test("what a tenant can name is called through lib/http.ts only", () => {
  const servers = product.filter(
    ({ path, text }) => path !== "lib/http.ts" && !text.startsWith('"use client"') && !path.startsWith("public/"),
  );
  expect(places(servers, /\bfetch\(|\b(http|https|net|tls)\.(request|get|connect)\(|\brequest\b.*from "node:https?"/)).toEqual([]);
});

test("whatever changes an incident or a notice passes through what tells the webhooks", () => {
  const changing = /\b(insert(Incident|InfoNotice|Update|NoticeUpdate)|(update|delete)(Incident|InfoNotice|Update|NoticeUpdate)Rows?)\(/;
  const telling = /\b(settle|publishInfoNotice|emit)\(/;
  const verbs = inside("lib/").filter(({ path }) => !path.endsWith("/queries.ts"));
  const silent = verbs.filter(({ text }) => changing.test(text) && !telling.test(text));
  expect(silent.map(({ path }) => path)).toEqual([]);
});

test("only the door makes grants", () => {
  const others = product.filter(({ path }) => path !== "lib/auth/authorize.ts");
  expect(places(others, /\bas (unknown as )?\w+Grant\b/)).toEqual([]);
});

test("every route of the API is in the route table, under its own path", () => {
  const table = byPath.get("app/api/v2/routes.ts");
  const listed = new Map(
    [...(table?.text.matchAll(/import \* as (\w+) from "\.\/(.+)\/route\.ts"/g) ?? [])].map(([, name, folder]) => [name, folder]),
  );
  const used = [...(table?.text.matchAll(/"(\/[^"]+)": (\w+)\.endpoints/g) ?? [])];
  for (const [, path = "", name] of used) expect(`/${listed.get(name)}`).toBe(path.replaceAll("{", "[").replaceAll("}", "]"));
  const declaring = inside("app/api/v2/").filter(({ path, text }) => path.endsWith("/route.ts") && /\bendpoints\b/.test(text));
  const paths = declaring.map(({ path }) => path.slice("app/api/v2/".length, -"/route.ts".length));
  expect(used.map(([, , name]) => listed.get(name) ?? "").sort()).toEqual(paths.sort());
});

test("a job is named after the file that does it", () => {
  const registry = byPath.get("lib/jobs/registry.ts")?.text ?? "";
  const files = new Map([...registry.matchAll(/"([\w-]+)": .*?import\("([^"]+)"\)/g)].map(([, job = "", file = ""]) => [job, file]));
  expect([...files.keys()].sort()).toEqual(Object.keys({ ...tasks("inner"), ...tasks("outgoing") }).sort());
  for (const [job, file] of files) expect(file).toMatch(new RegExp(`/${job}\\.ts$`));
});

// What reaches a visitor's browser with the file: everything it imports except types.
function closure(source: Source, seen = new Set<string>()): Set<string> {
  for (const { target, typeOnly } of source.imports) {
    if (typeOnly || seen.has(target)) continue;
    seen.add(target);
    const next = byPath.get(target);
    if (next && !next.text.startsWith('"use server"')) closure(next, seen);
  }
  return seen;
}

test("client components bring no server code along", () => {
  const server = /^(node:|pg$|pino$|kysely$|db\/)|^lib\/(env|log|http|context|change)\.ts$|\/queries\.ts$/;
  const clients = sources.filter(({ text }) => text.startsWith('"use client"'));
  const leaks = clients.flatMap((client) =>
    [...closure(client)].filter((target) => server.test(target)).map((target) => `${client.path} → ${target}`),
  );
  expect(leaks).toEqual([]);
});

function exportsOf({ text }: Source): string[] {
  const plain = [...text.matchAll(/^export (?:async )?(?:function|const|class|type|interface) (\w+)/gm)].map(([, name = ""]) => name);
  const unpacked = [...text.matchAll(/^export const \{([^}]*)\}/gm)].flatMap(([, names = ""]) => names.match(/\w+(?=\s*(,|$))/g) ?? []);
  return [...plain, ...unpacked];
}

test("what a file exports, another one uses", () => {
  const words = new Map(sources.map(({ path, text }) => [path, new Set(text.match(/\w+/g))]));
  const checked = sources.filter(
    ({ path }) => /^(lib|db|tests)\//.test(path) && !/^db\/(migrations\/|types\.ts)|^tests\/client\//.test(path),
  );
  const unused = checked.flatMap((source) =>
    exportsOf(source)
      .filter((name) => !sources.some(({ path }) => path !== source.path && words.get(path)?.has(name)))
      .map((name) => `${source.path}: ${name}`),
  );
  expect(unused).toEqual([]);
});

test("files are small, and none is a drawer", () => {
  const written = sources.filter(
    ({ path }) => path !== "db/types.ts" && path !== "tests/client/api.d.ts" && !path.startsWith("db/migrations/"),
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

test("every path that README names exists", () => {
  const readme = readFileSync(join(ROOT, "README.md"), "utf8");
  const links = [...readme.matchAll(/\]\(([^)#\s]+)[^)]*\)/g)]
    .map(([, target = ""]) => target)
    .filter((target) => !/^[a-z]+:/.test(target));
  const named = [...readme.matchAll(/`((?:app|lib|db|tests|public|\.ci)\/[^`\s*<…]+|[\w.-]+\.(?:ts|mjs|json))`/g)].map(
    ([, path = ""]) => path,
  );
  expect([...links, ...named].filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
});

test("README and .env.example tell of every setting, and of no other", () => {
  const read = (file: string) => readFileSync(join(ROOT, file), "utf8");
  const names = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, name = ""]) => name).sort();
  const settings = names(read("lib/env.ts"), /^ {4}([A-Z_]+): /gm);
  const rows = read("README.md").match(/^\| `[A-Z_`, ]+` \|/gm) ?? [];
  expect(names(rows.join(""), /`([A-Z_]+)`/g)).toEqual(settings);
  expect(names(read(".env.example"), /^# ([A-Z_]+)=/gm)).toEqual(settings);
});

test("the lock says where a workspace is, without which npm ci fails", () => {
  const { packages } = JSON.parse(readFileSync(join(ROOT, "package-lock.json"), "utf8")) as {
    packages: Record<string, { link?: boolean; resolved?: string }>;
  };
  const links = Object.entries(packages).filter(([, { link }]) => link);
  expect(links.filter(([, { resolved }]) => !existsSync(join(ROOT, resolved ?? "missing", "package.json")))).toEqual([]);
});
