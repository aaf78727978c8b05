import { setTimeout as after } from "node:timers/promises";
import { test } from "@playwright/test";
import { closeDatabase, database } from "#db/index.ts";
import { provideEnv } from "#lib/platform/config/env.ts";
import { type Embedded, startEmbedded } from "#lib/platform/postgres/embedded.ts";
import { type Minted, mintOrganization, mintService } from "#tests/support/data/mint.ts";
import { expect } from "#tests/support/expect.ts";
import { makeUsedHome, signalDatabase } from "#tests/support/server/embedded.ts";
import { APP_SECRET } from "#tests/support/server/env.ts";
import { queryOnce } from "#tests/support/server/run.ts";
import { startServer, type TestServer } from "#tests/support/server/server.ts";
import { MailServer } from "#tests/support/stand-ins/mail-server.ts";

const SUBSCRIBERS = 2_000;
const SLOW_MS = 20;
const PAUSE_MS = 8_000;
// On a busy machine a worker may take a second to go on with what it has claimed.
const LOOK_MS = 2_000;

let dataDir: string;
let postgres: Embedded;
let server: TestServer;
let mails: MailServer;
let organization: Minted;
let service: number;

test.describe.configure({ mode: "serial" });
test.skip(process.platform === "win32", "nothing can be stopped there by a signal");

test.beforeAll(async () => {
  dataDir = (await makeUsedHome()).dataDir;
  postgres = await startEmbedded({ dataDir, settings: { fsync: "off" } });
  provideEnv({ DATABASE_URL: postgres.url, APP_SECRET });
  organization = await mintOrganization(database());
  service = await mintService(database(), organization.page.id);
  await closeDatabase();
  await queryOnce(
    postgres.url,
    `insert into subscriptions (status_page_id, type, filter, email, confirmed_at)
      select ${organization.page.id}, 'email', 'all', 'reader-' || n || '@example.com', now()
      from generate_series(1, ${SUBSCRIBERS}) as n`,
  );
  mails = await MailServer.open();
  const env = { APP_SECRET, SMTP_URL: mails.url };
  server = await startServer({ databaseUrl: postgres.url, env });
});

test.beforeEach(() => {
  mails.came.length = 0;
  mails.pause = () => after(SLOW_MS);
});

test.afterAll(async () => {
  if (postgres) await signalDatabase(dataDir, "SIGCONT");
  await server?.stop();
  await mails?.close();
  await postgres?.stop();
});

async function post(title: string): Promise<void> {
  const updates = [{ description: "We are looking into it.", notify: true }];
  const answer = await server.request(
    `/api/v2/status_pages/${organization.page.subdomain}/incidents`,
    {
      method: "POST",
      headers: { authorization: organization.keys.editor },
      body: { incident: { title, type: "major", service_ids: [service], updates } },
    },
  );
  expect(answer.status).toBe(201);
}

const came = (count: number) =>
  expect.poll(() => mails.came.length, { timeout: 60_000 }).toBeGreaterThanOrEqual(count);

/** Waits until nothing more comes. @returns how many came */
async function settled(): Promise<number> {
  for (let before = -1; ; await after(LOOK_MS)) {
    if (mails.came.length === before) return before;
    before = mails.came.length;
  }
}

async function counts(): Promise<{ planned: number; handed_over: number }> {
  const [row] = await queryOnce(
    postgres.url,
    `select count(*)::integer as planned,
      count(*) filter (where state = 'handed_over')::integer as handed_over from notifications
      where event_id = (select max(event_id) from notifications)`,
  );
  return row as { planned: number; handed_over: number };
}

/** What was claimed by a call that got no answer is free again after a minute and a half. */
async function aMinuteAndAHalfLater(): Promise<void> {
  await expect
    .poll(async () => (await settled()) - (await counts()).handed_over, { timeout: 60_000 })
    .toBe(0);
  await queryOnce(
    postgres.url,
    `update notifications set claimed_until = claimed_until - interval '90 seconds',
      due_at = due_at - interval '90 seconds' where state = 'waiting'`,
  );
  await queryOnce(postgres.url, "select graphile_worker.add_job('resume-notifications')");
}

async function everybodyGotIt(): Promise<void> {
  const all = { planned: SUBSCRIBERS, handed_over: SUBSCRIBERS };
  await expect.poll(counts, { timeout: 60_000 }).toEqual(all);
  expect(new Set(mails.came.map(({ to }) => to)).size).toBe(SUBSCRIBERS);
  expect(mails.came.length).toBe(SUBSCRIBERS);
}

test("a database that hangs in the middle of a fan-out delays mails; nobody gets one twice or none", async () => {
  await post("A database that hangs");
  await came(300);
  await signalDatabase(dataDir, "SIGSTOP");
  const held = await settled();
  expect(held).toBeLessThan(SUBSCRIBERS);
  await after(PAUSE_MS);
  expect(mails.came.length).toBe(held);
  await signalDatabase(dataDir, "SIGCONT");
  await aMinuteAndAHalfLater();
  await everybodyGotIt();
});

test("a mail server that says nothing for a while in the middle delays mails; nobody gets one twice or none", async () => {
  await post("A mail server that hangs");
  await came(300);
  const goesOn = Promise.withResolvers<void>();
  mails.pause = () => goesOn.promise;
  const held = await settled();
  expect(held).toBeLessThan(SUBSCRIBERS);
  await after(PAUSE_MS);
  expect(mails.came.length).toBe(held);
  mails.pause = async () => {};
  goesOn.resolve();
  await everybodyGotIt();
});
