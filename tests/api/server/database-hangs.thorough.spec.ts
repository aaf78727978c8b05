import { setTimeout as after } from "node:timers/promises";
import { test } from "@playwright/test";
import pg from "pg";
import { closeDatabase, database } from "#db/index.ts";
import { provideEnv } from "#lib/platform/config/env.ts";
import { type Embedded, startEmbedded } from "#lib/platform/postgres/embedded.ts";
import { type Minted, mintOrganization, mintPage, mintService } from "#tests/support/data/mint.ts";
import { expect } from "#tests/support/expect.ts";
import { makeUsedHome, signalDatabase } from "#tests/support/server/embedded.ts";
import { APP_SECRET } from "#tests/support/server/env.ts";
import { looksUntil } from "#tests/support/server/looks.ts";
import { startServer, type TestServer } from "#tests/support/server/server.ts";

// Twice what is promised, since other programs run here, too; a good answer may be a second old.
const READINESS_MS = 6_000;
const CALL_MS = 20_000;
const CALLS = 40;

let dataDir: string;
let postgres: Embedded;
let server: TestServer;
let organization: Minted;
let service: number;
let unseen: string;

test.describe.configure({ mode: "serial" });
test.skip(process.platform === "win32", "nothing can be stopped there by a signal");

test.beforeAll(async () => {
  dataDir = (await makeUsedHome()).dataDir;
  postgres = await startEmbedded({ dataDir, settings: { fsync: "off" } });
  provideEnv({ DATABASE_URL: postgres.url, APP_SECRET });
  organization = await mintOrganization(database());
  service = await mintService(database(), organization.page.id);
  unseen = (await mintPage(database(), organization.id)).subdomain;
  await closeDatabase();
  server = await startServer({ databaseUrl: postgres.url, env: { APP_SECRET } });
});

test.afterAll(async () => {
  await signalDatabase(dataDir, "SIGCONT");
  await server?.stop();
  await postgres?.stop();
});

const within = <T>(ms: number, work: Promise<T>) =>
  Promise.race([work, after(ms, "no answer in time" as const)]);

const incidents = () => `/api/v2/status_pages/${organization.page.subdomain}/incidents`;
const headers = () => ({ authorization: organization.keys.admin, connection: "close" });
const read = async (limit: number) =>
  (await server.request(`${incidents()}?limit=${limit}`, { headers: headers() })).status;
const post = async (title: string) => {
  const body = { incident: { title, type: "minor", service_ids: [service] } };
  return (await server.request(incidents(), { method: "POST", headers: headers(), body })).status;
};
const visit = async (subdomain: string) => (await server.visit(subdomain)).status;
const readiness = async () => (await server.request("/readyz")).status;
const unready = async () => {
  while ((await readiness()) === 200);
  return "unready";
};

test("a database that hangs is told within 2 s, holds no call longer than 5 s and no visitor of a page that was seen; however many call, all goes on when it does", async () => {
  // A busy machine may need longer than readiness waits.
  await looksUntil(async () => (await readiness()) === 200);
  expect(await Promise.all([read(1), post("Before")])).toEqual([200, 201]);
  expect(await visit(organization.page.subdomain)).toBe(200);
  await signalDatabase(dataDir, "SIGSTOP");
  for (const round of ["first", "second"]) {
    expect(await within(READINESS_MS, unready())).toBe("unready");
    const calls = Array.from({ length: CALLS }, (_, n) => read(n + 1));
    const answers = Promise.all([...calls, post(round), visit(unseen)]);
    expect(await within(CALL_MS, answers)).toEqual(Array(CALLS + 2).fill(503));
    expect(await within(CALL_MS, visit(organization.page.subdomain))).toBe(200);
  }
  await signalDatabase(dataDir, "SIGCONT");
  await looksUntil(async () => (await readiness()) === 200);
  expect(await Promise.all([read(1), post("After"), visit(unseen)])).toEqual([200, 201, 200]);
});

test("a call that is slow is not given up while the database answers", async () => {
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  const sessions = async () =>
    Number(
      (
        await client.query(
          "select sessions from pg_stat_database where datname = current_database()",
        )
      ).rows[0].sessions,
    );
  const holder = new pg.Client({ connectionString: postgres.url });
  await holder.connect();
  await holder.query("begin");
  await holder.query("select from status_pages for update");
  const before = await sessions();
  const posted = post("Slow");
  // Each time that somebody asks whether the database still answers is a session.
  await expect.poll(sessions).toBeGreaterThan(before + 2);
  await holder.query("commit");
  expect(await posted).toBe(201);
  await Promise.all([holder.end(), client.end()]);
});
