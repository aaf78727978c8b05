import { readFile, rename } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { findEmbedded } from "#lib/platform/postgres/embedded.ts";
import { readPidFile } from "#lib/platform/postgres/postmaster.ts";
import { cli } from "#tests/support/server/cli.ts";
import { type EmbeddedHome, makeUsedHome } from "#tests/support/server/embedded.ts";
import { queryOnce } from "#tests/support/server/run.ts";
import type { TestServer } from "#tests/support/server/server.ts";
import { expect, test } from "#tests/support/test.ts";

let home: EmbeddedHome;
let server: TestServer;

test.beforeEach(async () => {
  home = await makeUsedHome();
  server = await home.start();
});
test.afterEach(async () => {
  await server.stop();
  await home.stop();
});

const postmaster = () => readPidFile(join(home.dataDir, "postgres"));
const readiness = async () => (await server.request("/readyz")).status;

async function kill(): Promise<{ pid: number; port: number }> {
  const { pid, port } = (await postmaster()) ?? { pid: 0, port: 0 };
  process.kill(pid, "SIGKILL");
  return { pid, port };
}

async function newKey(): Promise<string> {
  return (
    await cli(["api-key", "create", "--organization", "1"], {
      DATABASE_URL: "",
      DATA_DIR: home.dataDir,
    })
  ).stdout.trim();
}

async function post(authorization: string, title: string): Promise<number> {
  const body = { incident: { title, type: "minor", service_ids: [1] } };
  return (
    await server.request("/api/v2/status_pages/acme/incidents", {
      method: "POST",
      headers: { authorization },
      body,
    })
  ).status;
}

const count = (text: string, part: string) => text.split(part).length - 1;

test("an embedded database that is killed under a living server is started again at its address with all that was acknowledged", async () => {
  const key = await newKey();
  expect(await post(key, "Before")).toBe(201);
  const { pid, port } = await kill();
  await expect.poll(async () => (await postmaster())?.pid).not.toBe(pid);
  await expect.poll(readiness).toBe(200);
  expect((await postmaster())?.port).toBe(port);
  // Readiness may still be that of before.
  await expect.poll(() => post(key, "After")).toBe(201);
  const summary = (await server.request("/api/v2/status_pages/acme/summary")).text;
  expect(summary).toContain("Before");
  expect(summary).toContain("After");
  expect(count(server.output(), "has died")).toBe(1);
  await server.stop();
  expect(await postmaster()).toBeNull();
});

test("a request that the database's death interrupts is answered 503, and the server lives on", async () => {
  const key = await newKey();
  const url = (await findEmbedded(home.dataDir)) ?? "";
  const holder = new pg.Client({ connectionString: url }).on("error", () => {});
  await holder.connect();
  await holder.query("begin");
  await holder.query("select from status_pages for update");
  const answer = post(key, "Interrupted");
  const waiting = "select count(*)::int as n from pg_stat_activity where wait_event_type = 'Lock'";
  await expect.poll(() => queryOnce(url, waiting)).toEqual([{ n: 1 }]);
  await kill();
  expect(await answer).toBe(503);
  await expect.poll(() => post(key, "After")).toBe(201);
  await expect.poll(readiness).toBe(200);
});

test("an embedded database that cannot start is tried again until it can, and the log says so once", async () => {
  const settings = join(home.dataDir, "postgres/postgresql.conf");
  await rename(settings, `${settings}.away`);
  await kill();
  const log = () => readFile(join(home.dataDir, "postgres.log"), "utf8");
  await expect.poll(async () => count(await log(), "postgresql.conf")).toBeGreaterThanOrEqual(3);
  expect(count(server.output(), "has died")).toBe(1);
  expect(count(server.output(), "cannot be started")).toBe(1);
  await rename(`${settings}.away`, settings);
  await expect.poll(readiness, { timeout: 60_000 }).toBe(200);
});
