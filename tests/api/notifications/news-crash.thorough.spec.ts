import { randomInt } from "node:crypto";
import { setTimeout as after } from "node:timers/promises";
import { test } from "@playwright/test";
import { closeDatabase, database } from "#db/index.ts";
import { provideEnv } from "#lib/platform/config/env.ts";
import { mintOrganization, mintService } from "#tests/support/data/mint.ts";
import { expect } from "#tests/support/expect.ts";
import { APP_SECRET } from "#tests/support/server/env.ts";
import { looksUntil } from "#tests/support/server/looks.ts";
import {
  addressOfDatabase,
  cloneDatabase,
  dropDatabase,
  queryOnce,
} from "#tests/support/server/run.ts";
import { startServer } from "#tests/support/server/server.ts";
import { times } from "#tests/support/server/thorough.ts";
import { MailServer } from "#tests/support/stand-ins/mail-server.ts";

const SUBSCRIBERS = times(600, 2_000);
const CRASHES = times(12, 50);
const SLOW_MS = 200;
// What the places of one mail server hold, and what is written down together.
const IN_FLIGHT = 40;

// What a killed process claimed is free again after a minute and a half, and looked for each minute.
const LATER = `update notifications set claimed_until = claimed_until - interval '2 minutes',
  due_at = due_at - interval '2 minutes' where state = 'waiting'`;
const EVERY_MINUTE = "select graphile_worker.add_job('resume-notifications')";
const COUNTS = `select count(*)::integer as planned,
  count(*) filter (where state = 'handed_over')::integer as handed_over,
  coalesce(sum(attempts - 1) filter (where attempts > 1), 0)::integer as repeats from notifications`;
type Counts = { planned: number; handed_over: number; repeats: number };

test("every subscriber gets an update though the worker is killed at many moments of it; what came twice is counted", async () => {
  test.setTimeout(300_000);
  const name = await cloneDatabase();
  const databaseUrl = addressOfDatabase(name);
  provideEnv({ DATABASE_URL: databaseUrl, APP_SECRET });
  const { page, keys } = await mintOrganization(database());
  const service = await mintService(database(), page.id);
  await closeDatabase();
  await queryOnce(
    databaseUrl,
    `insert into subscriptions (status_page_id, type, filter, email, confirmed_at)
      select ${page.id}, 'email', 'all', 'reader-' || n || '@example.com', now()
      from generate_series(1, ${SUBSCRIBERS}) as n`,
  );
  const mails = await MailServer.open();
  mails.pause = () => after(SLOW_MS);
  const env = { APP_SECRET, SMTP_URL: mails.url };
  const server = await startServer({ databaseUrl, env });
  const updates = [{ description: "We are looking into it.", notify: true }];
  const incident = { title: "Down", type: "major", service_ids: [service], updates };
  const answer = await server.request(`/api/v2/status_pages/${page.subdomain}/incidents`, {
    method: "POST",
    headers: { authorization: keys.editor },
    body: { incident },
  });
  expect(answer.status).toBe(201);

  const counts = async () => (await queryOnce(databaseUrl, COUNTS))[0] as Counts;
  for (let crash = 0; crash < CRASHES; crash++) {
    const before = mails.came.length;
    await looksUntil(async () => mails.came.length > Math.min(before, SUBSCRIBERS - 1));
    await after(randomInt(0, 150));
    const worker = server.pidOf("worker");
    if (worker) process.kill(worker, "SIGKILL");
    await looksUntil(async () => ![0, worker].includes(server.pidOf("worker")));
    await queryOnce(databaseUrl, LATER);
    await queryOnce(databaseUrl, EVERY_MINUTE);
  }
  mails.pause = async () => {};
  await queryOnce(databaseUrl, LATER);
  await queryOnce(databaseUrl, EVERY_MINUTE);
  await expect.poll(counts, { timeout: 60_000 }).toMatchObject({
    planned: SUBSCRIBERS,
    handed_over: SUBSCRIBERS,
  });
  const received = new Map<string, number>();
  for (const { to } of mails.came) received.set(to, (received.get(to) ?? 0) + 1);
  expect(received.size).toBe(SUBSCRIBERS);
  const { repeats } = await counts();
  const repeated = mails.came.length - SUBSCRIBERS;
  expect(repeated).toBeLessThanOrEqual(repeats);
  expect(repeated).toBeLessThanOrEqual(CRASHES * IN_FLIGHT);
  console.log(`${repeated} mails came twice, ${repeats} claims were repeated`);
  await server.stop();
  await mails.close();
  await dropDatabase(name);
});
