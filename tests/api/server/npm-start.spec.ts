import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { request } from "#tests/support/http/http.ts";
import { APP_SECRET, ownEnv } from "#tests/support/server/env.ts";
import { ownPort } from "#tests/support/server/port.ts";
import { run } from "#tests/support/server/run.ts";
import { test as base, expect } from "#tests/support/test.ts";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));

type Started = { npm: ChildProcess; isServed: () => Promise<boolean> };

const test = base.extend<{ start: Started }>({
  start: async ({ databaseUrl }, use) => {
    const port = await ownPort();
    const env = ownEnv({
      PORT: String(port),
      DATA_DIR: await mkdtemp(join(run().folder, "npm-")),
      DATABASE_URL: databaseUrl,
      APP_SECRET,
    });
    // A process group of its own, as a terminal gives to what is typed.
    const npm = spawn("npm", ["start"], { cwd: ROOT, env, stdio: "ignore", detached: true });
    const isServed = () =>
      request(port, "localhost", "/readyz", { headers: { connection: "close" } }).then(
        ({ status }) => status === 200,
        () => false,
      );
    await expect.poll(isServed, { timeout: 60_000 }).toBe(true);
    await use({ npm, isServed });
    try {
      process.kill(-(npm.pid ?? 0), "SIGKILL");
    } catch {
      // Nothing of it is left.
    }
  },
});

test("a SIGTERM to npm ends the server in order", async ({ start: { npm, isServed } }) => {
  const ended = once(npm, "exit");
  npm.kill("SIGTERM");
  expect(await ended).toEqual([0, null]);
  expect(await isServed()).toBe(false);
});

test("Ctrl-C, which the server hears of from the terminal and from npm, ends it in order", async ({
  start: { npm, isServed },
}) => {
  const ended = once(npm, "exit");
  process.kill(-(npm.pid ?? 0), "SIGINT");
  expect(await ended).toEqual([0, null]);
  expect(await isServed()).toBe(false);
});
