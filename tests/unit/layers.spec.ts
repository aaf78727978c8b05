import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { importing, inside, product, reachedFrom } from "#tests/support/code/product.ts";
import { places, ROOT } from "#tests/support/code/sources.ts";

test("imports go from app to lib to db, never back", () => {
  const app = (target: string) => target.startsWith("app/");
  expect(importing(inside("lib/", "db/"), app)).toEqual([]);
  expect(importing(product, (target) => target.startsWith("tests/"))).toEqual([]);
});

/** Each imports only from those before it; `db` is the folder of that name. */
const ROOMS = [
  "platform",
  "db",
  "core",
  "identity",
  "pages",
  "services",
  "incidents",
  "site",
  "channels",
  "subscribers",
  "notifications",
  "domains",
  "monitoring",
  "api",
  "server",
];

function roomOf(path: string): number {
  const [top = "", room = ""] = path.split("/");
  return ROOMS.indexOf(top === "lib" ? room : top);
}

test("a room of lib imports only from rooms above it", () => {
  const upward = inside("lib/", "db/").flatMap(({ path, imports }) =>
    imports
      .filter(({ target }) => roomOf(path) >= 0 && roomOf(target) > roomOf(path))
      .map(({ target }) => `${path} → ${target}`),
  );
  expect(upward).toEqual([]);
  expect(roomOf("lib/server/front/main.ts")).toBeGreaterThan(roomOf("lib/api/endpoint.ts"));
});

test("README lists the rooms in their order", () => {
  const list = readFileSync(join(ROOT, "README.md"), "utf8").matchAll(/^- `(\w+)`/gm);
  expect([...list].map(([, room]) => room)).toEqual(ROOMS);
});

test("lib has two levels: a room, and a folder for each thing in it", () => {
  const deeper = inside("lib/").filter(({ path }) => path.split("/").length > 4);
  expect(deeper.map(({ path }) => path)).toEqual([]);
});

test("a file of app names what is further away by its path in the project", () => {
  expect(places(inside("app/"), /(?:from|import) "\.\.\/\.\.\//)).toEqual([]);
});

/** The preview is a page of (public), drawn with the settings in a form of (admin). */
const BETWEEN_GROUPS = [
  "app/(preview)/layout.tsx → app/(public)/public.css",
  "app/(preview)/pages/[subdomain]/appearance/preview/page.tsx → app/(admin)/_shared/open.ts",
  "app/(preview)/pages/[subdomain]/appearance/preview/page.tsx → app/(admin)/pages/[subdomain]/settings/_read.ts",
  "app/(preview)/pages/[subdomain]/appearance/preview/page.tsx → app/(public)/_ui/start.tsx",
];

function groupOf(path: string): string | undefined {
  return /^app\/(_ui|\(\w+\))\//.exec(path)?.[1];
}

test("a route group imports from app/_ui and lib, never from another group", () => {
  const between = inside("app/").flatMap(({ path, imports }) =>
    imports
      .filter(({ target }) => {
        const [from, to] = [groupOf(path), groupOf(target)];
        return from && to && to !== "_ui" && to !== from;
      })
      .map(({ target }) => `${path} → ${target}`),
  );
  expect(between.sort()).toEqual(BETWEEN_GROUPS);
});

// Next follows each import, also a lazy one, and cannot bundle the programs of PostgreSQL.
const OF_PROGRAMS = ["lib/platform/postgres/embedded.ts", "lib/platform/postgres/backup.ts"];

test("nothing that Next builds reaches the bundled PostgreSQL or its backups", () => {
  const built = [...inside("app/"), { path: "proxy.ts" }];
  const reached = reachedFrom(built.filter(({ path }) => path !== "app/main.ts"));
  expect(reached.size).toBeGreaterThan(1_000);
  expect(OF_PROGRAMS.flatMap((path) => reached.get(path) ?? [])).toEqual([]);
  const main = reachedFrom([{ path: "app/main.ts" }]);
  expect(main.get("lib/platform/postgres/embedded.ts")).toBe(
    "app/main.ts → lib/platform/postgres/embedded.ts",
  );
});
