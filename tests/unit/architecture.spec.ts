import { expect, test } from "@playwright/test";
import { tasks } from "#lib/server/worker/registry.ts";
import { byPath, importing, inside, product, reachedFrom } from "#tests/support/code/product.ts";
import { places } from "#tests/support/code/sources.ts";

const isQueries = (path: string) => /(\/|\.)queries\.ts$/.test(path);

test("SQL is written in queries.ts and *.queries.ts, by seeds and by what runs PostgreSQL only", () => {
  const own = ["db/", "lib/platform/postgres", "lib/server/seed/", "lib/server/demo/"];
  const others = product.filter(
    ({ path }) => !own.some((prefix) => path.startsWith(prefix)) && !isQueries(path),
  );
  expect(
    places(others, /\bsql\s*[<`.]|\.(selectFrom|insertInto|updateTable|deleteFrom|mergeInto)\(/),
  ).toEqual([]);
  expect(importing(others, (target) => target === "kysely")).toEqual([]);
});

test("the edges read through verbs, which ask at the door, not by queries of their own", () => {
  const values = inside("app/").map((source) => ({
    ...source,
    imports: source.imports.filter(({ typeOnly }) => !typeOnly),
  }));
  expect(importing(values, isQueries)).toEqual([]);
});

test("process.env is read in lib/platform/config/env.ts only", () => {
  expect(
    places(
      product.filter(({ path }) => path !== "lib/platform/config/env.ts"),
      /\bprocess\.env\b(?!\.\w+ = )/,
    ),
  ).toEqual([]);
});

test("the time comes from lib/platform/clock.ts only", () => {
  const onServer = inside("lib/", "db/", "app/").filter(
    ({ path, text }) => path !== "lib/platform/clock.ts" && !text.startsWith('"use client"'),
  );
  expect(places(onServer, /\bDate\.now\(|\bnew Date\(\)|\bTemporal\.Now\b/)).toEqual([]);
});

test("days are bounded by one zone table, which is not PostgreSQL's", () => {
  expect(places(inside("lib/"), /\bat time zone (?!'UTC')/i)).toEqual([]);
});

test("Next is known to the edges only", () => {
  const edges = [
    "next.config.mjs",
    "proxy.ts",
    "lib/api/actions.ts",
    "lib/identity/sessions/session.ts",
    "lib/identity/sessions/session-token.ts",
  ];
  const others = product.filter(({ path }) => !path.startsWith("app/") && !edges.includes(path));
  expect(importing(others, (target) => /^next(-auth)?(\/|$)/.test(target))).toEqual([]);
});

test("client components bring no schema and no server code along, at whatever distance", () => {
  const client = product.filter(({ text }) => text.startsWith('"use client"'));
  const reached = reachedFrom(client, ({ text }) => text.startsWith('"use server"'));
  expect(reached.size).toBeGreaterThan(client.length);
  const server =
    /^(node:|(pg|pino|kysely|zod)$|db\/)|^lib\/(platform\/(config\/env|log|http\/http)|core\/(request\/context|transaction\/change))\.ts$|[/.]queries\.ts$|\/schema\.ts$/;
  expect([...reached].flatMap(([path, way]) => (server.test(path) ? way : []))).toEqual([]);
});

test("whatever changes data asks at the door first, or is a job or a command", () => {
  const exempt = [
    "lib/core/transaction/change.ts",
    "lib/core/transaction/transact.ts",
    "lib/server/worker/",
    "lib/server/cli/",
    "lib/server/commands/",
    "lib/server/move/",
    "lib/server/seed/",
    "lib/server/demo/",
    "db/",
  ];
  const changing = product.filter(({ path }) => !exempt.some((prefix) => path.startsWith(prefix)));
  const unauthorised = changing.filter(
    ({ text }) =>
      /\b(change(Page|Organization|Records|Installation)|changeAtomically)\(|\.transaction\(\)/.test(
        text,
      ) && !/\bauthorize\w*\(/.test(text),
  );
  expect(unauthorised.map(({ path }) => path)).toEqual([]);
});

test("only a change writes the audit log", () => {
  const writers = product.filter(({ imports }) =>
    imports.some(({ target, typeOnly }) => !typeOnly && target === "lib/core/audit/queries.ts"),
  );
  expect(writers.map(({ path }) => path)).toEqual([
    "lib/core/audit/read.ts",
    "lib/core/transaction/change.ts",
  ]);
});

test("what a tenant can name is called through lib/platform/http/http.ts only", () => {
  const servers = product.filter(
    ({ path, text }) =>
      path !== "lib/platform/http/http.ts" &&
      // Asks the provider that the operator set for its keys.
      path !== "lib/identity/oidc/logout-token.ts" &&
      // Calls the CDN or Varnish that the operator set.
      path !== "lib/server/purge/drivers.ts" &&
      // Asks the address that the operator gave to a command.
      path !== "lib/server/move/address.ts" &&
      !text.startsWith('"use client"') &&
      !path.startsWith("public/"),
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
    ({ path }) =>
      !["lib/core/transaction/record-limits.ts", "lib/core/fields/validation.ts"].includes(path),
  );
  expect(places(others, /code: "too_many"/)).toEqual([]);
});

test("only the door makes grants", () => {
  const others = product.filter(({ path }) => path !== "lib/core/access/authorize.ts");
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
  const registry = byPath.get("lib/server/worker/registry.ts")?.text ?? "";
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

test("the front knows neither Next nor React nor the database", () => {
  const known = [...reachedFrom([{ path: "lib/server/front/main.ts" }]).keys()];
  expect(known.length).toBeGreaterThan(30);
  const foreign = /^(next|next-auth|react|react-dom|kysely|pg|graphile-worker)(\/|$)|^(db|app)\//;
  expect(known.filter((target) => foreign.test(target))).toEqual([]);
});
