import { test } from "@playwright/test";
import { closeDatabase, database } from "#db/index.ts";
import { provideEnv } from "#lib/platform/config/env.ts";
import { mintOrganization, mintService } from "#tests/support/data/mint.ts";
import { mintWebhook } from "#tests/support/data/webhooks.ts";
import { expect } from "#tests/support/expect.ts";
import { Receiver } from "#tests/support/http/receiver.ts";
import { APP_SECRET } from "#tests/support/server/env.ts";
import {
  addressOfDatabase,
  cloneDatabase,
  dropDatabase,
  queryOnce,
} from "#tests/support/server/run.ts";
import { startServer, type TestServer } from "#tests/support/server/server.ts";

const A_MINUTE_LATER = `update webhook_deliveries
  set claimed_until = claimed_until - interval '2 minutes', next_attempt_at = next_attempt_at - interval '2 minutes'`;
const EVERY_MINUTE = "select graphile_worker.add_job('resume-webhook-deliveries')";
const BEGUN_AND_LOST = `
  with lost as (
    update events set began_at = due_at, due_at = due_at - interval '2 minutes'
    where id = (select min(id) from events) returning id
  )
  update graphile_worker._private_jobs set locked_at = now(), locked_by = 'killed', attempts = 1
  from lost where payload ->> 'event_ids' = '[' || lost.id || ']'`;

const start = (databaseUrl: string, env: Record<string, string> = {}) =>
  startServer({ databaseUrl, env: { APP_SECRET, ALLOW_PRIVATE_TARGETS: "1", ...env } });

/** A page with a webhook on a database of its own. */
async function stage() {
  const name = await cloneDatabase();
  const databaseUrl = addressOfDatabase(name);
  provideEnv({ DATABASE_URL: databaseUrl, APP_SECRET });
  const { page, keys } = await mintOrganization(database());
  const service = await mintService(database(), page.id);
  const receiver = await Receiver.open();
  await mintWebhook(database(), page.id, { url: receiver.url });
  await closeDatabase();
  const open = async (server: TestServer) => {
    const incident = { title: "Told at least once", type: "minor", service_ids: [service] };
    const answer = await server.request(`/api/v2/status_pages/${page.subdomain}/incidents`, {
      method: "POST",
      headers: { authorization: keys.editor },
      body: { incident },
    });
    expect(answer.status).toBe(201);
  };
  const outcome = () =>
    queryOnce(
      databaseUrl,
      "select state, jsonb_array_length(attempts) as attempts from webhook_deliveries",
    );
  const end = async () => {
    await receiver.close();
    await dropDatabase(name);
  };
  return { databaseUrl, receiver, open, outcome, end };
}

test("a delivery during which the server is killed is made again by the next one, under the same id", async () => {
  const { databaseUrl, receiver, open, outcome, end } = await stage();
  receiver.answer = () => {};
  const killed = await start(databaseUrl);
  await open(killed);
  const first = await receiver.nth(1);
  await killed.stop("SIGKILL");

  receiver.answer = 204;
  const server = await start(databaseUrl);
  await queryOnce(databaseUrl, A_MINUTE_LATER);
  await queryOnce(databaseUrl, EVERY_MINUTE);
  const second = await receiver.nth(2);
  expect([second.headers["webhook-id"], second.body]).toEqual([
    first.headers["webhook-id"],
    first.body,
  ]);
  await expect.poll(outcome).toEqual([{ state: "delivered", attempts: 1 }]);
  expect(receiver.received).toHaveLength(2);
  await server.stop();
  await end();
});

test("an event whose worker is killed before or during its dispatch reaches every webhook once", async () => {
  const { databaseUrl, receiver, open, outcome, end } = await stage();
  const killed = await start(databaseUrl, { WORKER: "off" });
  await open(killed);
  await open(killed);
  await killed.stop("SIGKILL");
  expect(await outcome()).toEqual([]);
  // As a worker leaves it that is killed during a dispatch.
  await queryOnce(databaseUrl, BEGUN_AND_LOST);

  const server = await start(databaseUrl);
  await receiver.nth(1);
  await queryOnce(databaseUrl, "select graphile_worker.add_job('resume-events')");
  await receiver.nth(2);
  const delivered = { state: "delivered", attempts: 1 };
  await expect.poll(outcome).toEqual([delivered, delivered]);
  expect(new Set(receiver.received.map(({ headers }) => headers["webhook-id"])).size).toBe(2);
  await server.stop();
  await end();
});
