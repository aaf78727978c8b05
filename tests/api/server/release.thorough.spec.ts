import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, test } from "@playwright/test";
import { readPidFile } from "#lib/platform/postgres/postmaster.ts";
import { ROOT } from "#tests/support/code/sources.ts";
import { request } from "#tests/support/http/http.ts";
import { ownPort } from "#tests/support/server/port.ts";

// Root would write anywhere.
const NOBODY = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
const NODE = "node_modules/.bin/node";

let folder = "";
let release = "";
let names: string[] = [];

test.beforeAll(() => {
  test.setTimeout(10 * 60_000);
  folder = mkdtempSync(join(tmpdir(), "allclear-release-"));
  chmodSync(folder, 0o755);
  const made = execFileSync("npm", ["run", "-s", "release", "--", folder], { cwd: ROOT });
  const archive = String(made).trim();
  names = String(execFileSync("tar", ["-tzf", archive], { maxBuffer: 2 ** 26 })).split("\n");
  execFileSync("tar", ["-xzf", archive, "-C", folder]);
  release = join(folder, readdirSync(folder).find((name) => !name.endsWith(".gz")) ?? "");
  execFileSync("chmod", ["-R", "a-w", release]);
});

test.afterAll(() => {
  spawnSync("chmod", ["-R", "u+w", release]);
  rmSync(folder, { recursive: true, force: true });
});

function run(args: string[], settings: Record<string, string>) {
  const env = { NODE_ENV: "production", PATH: "/usr/bin:/bin", ...settings } as const;
  return spawn(NODE, args, { cwd: release, env, ...NOBODY });
}

test("a release has no compiler, browser, test or source map", () => {
  expect(names.length).toBeGreaterThan(1_000);
  const unwanted =
    /^[^/]+\/(app|tests)\/|_modules\/(esbuild|@next\/swc|typescript|playwright|@types)|\.map$/;
  expect(names.filter((name) => unwanted.test(name))).toEqual([]);
});

test("a release runs alone, unprivileged and read-only, with an empty data folder", async () => {
  const dataDir = join(folder, "data");
  mkdirSync(dataDir);
  if (NOBODY.uid) chownSync(dataDir, NOBODY.uid, NOBODY.gid);
  const port = await ownPort();
  const settings = { DATA_DIR: dataDir, PORT: String(port), LOG_LEVEL: "error" };
  const server = run(["server.ts"], settings);
  let output = "";
  for (const stream of [server.stdout, server.stderr])
    stream.on("data", (data) => {
      output += data;
    });
  const get = (path: string) => request(port, `acme.localhost:${port}`, path);
  try {
    await expect.poll(() => output, { timeout: 120_000 }).toMatch(/Admin +http/);
    const [, path = "", authorization = "", body = ""] =
      /^curl -X POST http:\/\/[^/]+(\S+) -H 'Authorization: (\S+)' .* -d '(.+)'$/m.exec(output) ??
      [];
    const headers = { authorization, "content-type": "application/json" };
    const posted = await request(port, `localhost:${port}`, path, {
      method: "POST",
      headers,
      body,
    });
    expect(posted.status).toBe(201);
    expect((await get("/")).text).toContain("Search is slow");
    const picture = await get("/og.png?lang=en");
    expect([picture.status, picture.headers["content-type"]]).toEqual([200, "image/png"]);
    expect((await request(port, `localhost:${port}`, "/sign-in")).status).toBe(200);
    const backup = join(dataDir, "backup.tar.gz");
    const cli = run(["lib/server/build/run.ts", "cli", "backup", backup], settings);
    const said = text(cli.stderr);
    expect(await once(cli, "exit"), await said).toEqual([0, null]);
    expect(existsSync(backup)).toBe(true);
    const ended = once(server, "exit");
    server.kill("SIGTERM");
    expect(await ended).toEqual([0, null]);
    expect(await readPidFile(join(dataDir, "postgres"))).toBeNull();
  } catch (error) {
    throw new Error(output, { cause: error });
  } finally {
    server.kill("SIGKILL");
  }
});
