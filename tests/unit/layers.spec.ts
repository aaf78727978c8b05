import { expect, test } from "@playwright/test";
import { importing, inside, product } from "#tests/support/product.ts";
import { places } from "#tests/support/sources.ts";

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
