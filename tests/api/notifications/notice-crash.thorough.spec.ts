import { randomInt } from "node:crypto";
import { setTimeout as after } from "node:timers/promises";
import { test } from "@playwright/test";
import { closeDatabase, database } from "#db/index.ts";
import { later, wireNow } from "#lib/platform/clock.ts";
import { provideEnv } from "#lib/platform/config/env.ts";
import { mintOrganization, mintService } from "#tests/support/data/mint.ts";
import { subscriber } from "#tests/support/data/news.ts";
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
import { MailServer } from "#tests/support/stand-ins/mail-server.ts";

const MAINTENANCES = 60;
const CRASHES = 6;

// All of them begin now.
const BEGIN = [
  "update incidents set starts_at = date_trunc('second', now())",
  `update incident_timers as timer set for_at = starts_at, due_at = starts_at
    from incidents where incidents.id = incident_id and kind = 'start'`,
];
// What a killed process was doing is looked for each minute, once it is overdue.
const LATER = [
  `update events set due_at = due_at - interval '2 minutes' where dispatched_at is null`,
  `update notifications set claimed_until = claimed_until - interval '2 minutes',
    due_at = due_at - interval '2 minutes' where state = 'waiting'`,
  ...["watch-timers", "resume-events", "resume-notifications"].map(
    (name) => `select graphile_worker.add_job('${name}')`,
  ),
];
const TOLD = `select count(*)::integer as events, count(distinct subject)::integer as subjects
  from events where notice = 'start'`;
const COUNTS = `select count(*) filter (where state = 'handed_over')::integer as handed_over,
  coalesce(sum(attempts - 1) filter (where attempts > 1), 0)::integer as repeats from notifications`;

test("that maintenance has started is told once of each, though the worker is killed again and again", async () => {
  test.setTimeout(240_000);
  const name = await cloneDatabase();
  const databaseUrl = addressOfDatabase(name);
  provideEnv({ DATABASE_URL: databaseUrl, APP_SECRET });
  const { page, keys } = await mintOrganization(database());
  const service = await mintService(database(), page.id);
  await subscriber(database(), page.id);
  await closeDatabase();
  const mails = await MailServer.open();
  const env = { APP_SECRET, SMTP_URL: mails.url };
  const server = await startServer({ databaseUrl, env });
  const starts_at = later(wireNow(), 7_200);
  const times = { starts_at, ends_at: later(starts_at, 7_200) };
  for (let n = 0; n < MAINTENANCES; n++) {
    const notices = { maintenance_notify: true, maintenance_notify_settings: { on_start: true } };
    const own = { title: `Work ${n}`, type: "scheduled", service_ids: [service] };
    const answer = await server.request(`/api/v2/status_pages/${page.subdomain}/incidents`, {
      method: "POST",
      headers: { authorization: keys.editor },
      body: { incident: { ...own, ...times, ...notices } },
    });
    expect(answer.status).toBe(201);
  }
  for (const statement of BEGIN) await queryOnce(databaseUrl, statement);
  for (let crash = 0; crash < CRASHES; crash++) {
    for (const statement of LATER) await queryOnce(databaseUrl, statement);
    await after(randomInt(0, 250));
    const worker = server.pidOf("worker");
    if (worker) process.kill(worker, "SIGKILL");
    await looksUntil(async () => ![0, worker].includes(server.pidOf("worker")));
  }
  const counts = async () => {
    for (const statement of LATER) await queryOnce(databaseUrl, statement);
    return (await queryOnce(databaseUrl, COUNTS))[0] as { handed_over: number; repeats: number };
  };
  await expect
    .poll(async () => (await counts()).handed_over, { timeout: 60_000 })
    .toBe(MAINTENANCES);
  const told = { events: MAINTENANCES, subjects: MAINTENANCES };
  expect((await queryOnce(databaseUrl, TOLD))[0]).toEqual(told);
  const titles = mails.came.map(({ mail }) => mail.subject);
  expect(new Set(titles).size).toBe(MAINTENANCES);
  expect(titles.length - MAINTENANCES).toBeLessThanOrEqual((await counts()).repeats);
  await server.stop();
  await mails.close();
  await dropDatabase(name);
});
