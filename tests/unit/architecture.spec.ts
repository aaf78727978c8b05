import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "@playwright/test";
import { tasks } from "#lib/jobs/registry.ts";
import { places, ROOT, readSources, type Source } from "#tests/support/sources.ts";

const sources = readSources();
const product = sources.filter(
  ({ path }) => !path.startsWith("tests/") && path !== "playwright.config.ts",
);
const byPath = new Map(sources.map((source) => [source.path, source]));

function inside(...folders: string[]): Source[] {
  return product.filter(({ path }) => folders.some((folder) => path.startsWith(folder)));
}

function importing(files: Source[], isForbidden: (target: string) => boolean): string[] {
  return files.flatMap(({ path, imports }) =>
    imports.filter(({ target }) => isForbidden(target)).map(({ target }) => `${path} → ${target}`),
  );
}

test("SQL is written in queries.ts, by seeds and by what runs PostgreSQL only", () => {
  const own = ["db/", "lib/embedded", "lib/seed/"];
  const others = product.filter(
    ({ path }) => !own.some((prefix) => path.startsWith(prefix)) && !path.endsWith("/queries.ts"),
  );
  expect(
    places(others, /\bsql\s*[<`.]|\.(selectFrom|insertInto|updateTable|deleteFrom|mergeInto)\(/),
  ).toEqual([]);
  expect(importing(others, (target) => target === "kysely")).toEqual([]);
});

test("imports go from app to lib to db, never back", () => {
  const app = (target: string) => target.startsWith("app/");
  expect(importing(inside("lib/", "db/"), app)).toEqual([]);
  const above = (target: string) => target.startsWith("lib/") && target !== "lib/env.ts";
  expect(importing(inside("db/"), above)).toEqual([]);
  expect(importing(product, (target) => target.startsWith("tests/"))).toEqual([]);
});

/** A folder of `lib`, together with the file of its name, or a file that stands alone. */
function roomOf(path: string): string {
  const [, room = ""] = path.split("/");
  return room.replace(/\.ts$/, "");
}

/** One way from a room back to itself; empty: there is none. */
function cycleIn(rooms: Map<string, Set<string>>): string[] {
  const done = new Set<string>();
  const walk = (room: string, way: string[]): string[] => {
    if (way.includes(room)) return [...way.slice(way.indexOf(room)), room];
    if (done.has(room)) return [];
    for (const next of rooms.get(room) ?? []) {
      const found = walk(next, [...way, room]);
      if (found.length > 0) return found;
    }
    done.add(room);
    return [];
  };
  for (const room of rooms.keys()) {
    const found = walk(room, []);
    if (found.length > 0) return found;
  }
  return [];
}

test("folders of lib form layers: none imports what imports it, at whatever distance", () => {
  const rooms = new Map<string, Set<string>>();
  for (const { path, imports } of inside("lib/")) {
    const room = rooms.get(roomOf(path)) ?? new Set();
    rooms.set(roomOf(path), room);
    for (const { target } of imports)
      if (target.startsWith("lib/") && roomOf(target) !== roomOf(path)) room.add(roomOf(target));
  }
  expect(cycleIn(rooms)).toEqual([]);
  rooms.get("errors")?.add("incidents");
  expect(cycleIn(rooms)).toContain("incidents");
});

test("folders inside a folder of lib form layers, too", () => {
  const halls = new Map<string, Map<string, Set<string>>>();
  const partOf = (path: string) => (path.split("/").length > 3 ? path.split("/")[2] : undefined);
  for (const { path, imports } of inside("lib/")) {
    const part = partOf(path);
    if (part === undefined) continue;
    const hall = halls.get(roomOf(path)) ?? new Map<string, Set<string>>();
    halls.set(roomOf(path), hall);
    const others = hall.get(part) ?? new Set();
    hall.set(part, others);
    for (const { target } of imports) {
      const other = target.startsWith("lib/") ? partOf(target) : undefined;
      if (other && other !== part && roomOf(target) === roomOf(path)) others.add(other);
    }
  }
  const cycles = [...halls].map(([hall, parts]) => [hall, cycleIn(parts)]);
  expect(cycles.filter(([, cycle]) => cycle?.length)).toEqual([]);
});

test("a file of app names what is further away by its path in the project", () => {
  expect(places(inside("app/"), /(?:from|import) "\.\.\/\.\.\//)).toEqual([]);
});

test("the edges read through verbs, which ask at the door, not by queries of their own", () => {
  const values = inside("app/").map((source) => ({
    ...source,
    imports: source.imports.filter(({ typeOnly }) => !typeOnly),
  }));
  expect(importing(values, (target) => target.endsWith("/queries.ts"))).toEqual([]);
});

test("process.env is read in lib/env.ts only", () => {
  expect(
    places(
      product.filter(({ path }) => path !== "lib/env.ts"),
      /\bprocess\.env\b(?!\.\w+ = )/,
    ),
  ).toEqual([]);
});

test("the time comes from lib/clock.ts only", () => {
  const onServer = inside("lib/", "db/", "app/").filter(
    ({ path, text }) => path !== "lib/clock.ts" && !text.startsWith('"use client"'),
  );
  expect(places(onServer, /\bDate\.now\(|\bnew Date\(\)|\bTemporal\.Now\b/)).toEqual([]);
});

test("Next is known to the edges only", () => {
  const edges = [
    "next.config.mjs",
    "proxy.ts",
    "lib/actions.ts",
    "lib/sessions/session.ts",
    "lib/sessions/session-token.ts",
  ];
  const others = product.filter(({ path }) => !path.startsWith("app/") && !edges.includes(path));
  expect(importing(others, (target) => /^next(-auth)?(\/|$)/.test(target))).toEqual([]);
});

test("whatever changes data asks at the door first, or is a job or a command", () => {
  const exempt = ["lib/change.ts", "lib/jobs/", "lib/cli/", "lib/seed/", "db/"];
  const changing = product.filter(({ path }) => !exempt.some((prefix) => path.startsWith(prefix)));
  const unauthorised = changing.filter(
    ({ text }) =>
      /\b(change(Page|Organization|Records|Installation)|recordFacts)\(|\.transaction\(\)/.test(
        text,
      ) && !/\bauthorize\w*\(/.test(text),
  );
  expect(unauthorised.map(({ path }) => path)).toEqual([]);
});

test("only a change writes the audit log", () => {
  const writers = product.filter(({ imports }) =>
    imports.some(({ target, typeOnly }) => !typeOnly && target === "lib/audit/queries.ts"),
  );
  expect(writers.map(({ path }) => path)).toEqual(["lib/audit/read.ts", "lib/change.ts"]);
});

test("what a tenant can name is called through lib/http.ts only", () => {
  const servers = product.filter(
    ({ path, text }) =>
      path !== "lib/http.ts" && !text.startsWith('"use client"') && !path.startsWith("public/"),
  );
  expect(
    places(
      servers,
      /\bfetch\(|\b(http|https|net|tls)\.(request|get|connect)\(|\brequest\b.*from "node:https?"/,
    ),
  ).toEqual([]);
});

test("how many records a page may have is decided in one place, under the page's lock", () => {
  const others = product.filter(
    ({ path }) => !["lib/change/room.ts", "lib/validation.ts"].includes(path),
  );
  expect(places(others, /code: "too_many"/)).toEqual([]);
});

test("only the door makes grants", () => {
  const others = product.filter(({ path }) => path !== "lib/auth/authorize.ts");
  expect(places(others, /\bas (unknown as )?\w+Grant\b/)).toEqual([]);
});

test("every route of the API is in the route table, under its own path", () => {
  const table = byPath.get("app/api/v2/routes.ts");
  const listed = new Map(
    [...(table?.text.matchAll(/import \* as (\w+) from\s+"\.\/(.+)\/route\.ts"/g) ?? [])].map(
      ([, name, folder]) => [name, folder],
    ),
  );
  const used = [...(table?.text.matchAll(/"(\/[^"]+)":\s+(\w+)\.endpoints/g) ?? [])];
  for (const [, path = "", name] of used)
    expect(`/${listed.get(name)}`).toBe(path.replaceAll("{", "[").replaceAll("}", "]"));
  const declaring = inside("app/api/v2/").filter(
    ({ path, text }) => path.endsWith("/route.ts") && /\bendpoints\b/.test(text),
  );
  const paths = declaring.map(({ path }) => path.slice("app/api/v2/".length, -"/route.ts".length));
  expect(used.map(([, , name]) => listed.get(name) ?? "").sort()).toEqual(paths.sort());
});

test("a job is named after the file that does it", () => {
  const registry = byPath.get("lib/jobs/registry.ts")?.text ?? "";
  const files = new Map(
    [...registry.matchAll(/"([\w-]+)":\s[^,]*?import\(\s*"([^"]+)"/g)].map(
      ([, job = "", file = ""]) => [job, file],
    ),
  );
  expect([...files.keys()].sort()).toEqual(
    Object.keys({ ...tasks("inner"), ...tasks("outgoing"), ...tasks("messages") }).sort(),
  );
  for (const [job, file] of files) expect(file).toMatch(new RegExp(`/${job}\\.ts$`));
});

// What a file brings along: everything it imports except types.
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
  const server =
    /^(node:|pg$|pino$|kysely$|db\/)|^lib\/(env|log|http|context|change)\.ts$|\/queries\.ts$/;
  const clients = sources.filter(({ text }) => text.startsWith('"use client"'));
  const leaks = clients.flatMap((client) =>
    [...closure(client)]
      .filter((target) => server.test(target))
      .map((target) => `${client.path} → ${target}`),
  );
  expect(leaks).toEqual([]);
});

test("the front knows neither Next nor React nor the database", () => {
  const front = byPath.get("lib/front/main.ts");
  if (!front) throw new Error("no front");
  const known = [...closure(front)];
  expect(known.length).toBeGreaterThan(30);
  const foreign = /^(next|next-auth|react|react-dom|kysely|pg|graphile-worker)(\/|$)|^(db|app)\//;
  expect(known.filter((target) => foreign.test(target))).toEqual([]);
});

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

test("docs/configure.md and .env.example tell of every setting, and of no other", () => {
  const read = (file: string) => readFileSync(join(ROOT, file), "utf8");
  const names = (text: string, pattern: RegExp) =>
    [...text.matchAll(pattern)].map(([, name = ""]) => name).sort();
  const settings = names(read("lib/env.ts"), /^ {4}([A-Z_]+): /gm);
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
