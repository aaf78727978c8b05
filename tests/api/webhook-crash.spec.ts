import { expect, test } from "@playwright/test";
import { closeDatabase, database } from "#db/index.ts";
import { provideEnv } from "#lib/env.ts";
import { APP_SECRET } from "#tests/support/env.ts";
import { mintOrganization, mintService } from "#tests/support/mint.ts";
import { Receiver } from "#tests/support/receiver.ts";
import { addressOfDatabase, cloneDatabase, dropDatabase, queryOnce } from "#tests/support/run.ts";
import { startServer } from "#tests/support/server.ts";
import { mintWebhook } from "#tests/support/webhooks.ts";

const A_MINUTE_LATER = `update webhook_deliveries
  set claimed_until = claimed_until - interval '2 minutes', next_attempt_at = next_attempt_at - interval '2 minutes'`;
const EVERY_MINUTE = "select graphile_worker.add_job('resume-webhook-deliveries')";

test("a delivery during which the server is killed is made again by the next one, under the same id", async () => {
  test.setTimeout(90_000);
  const name = await cloneDatabase();
  const databaseUrl = addressOfDatabase(name);
  provideEnv({ DATABASE_URL: databaseUrl, APP_SECRET });
  const { page, keys } = await mintOrganization(database());
  const service = await mintService(database(), page.id);
  const receiver = await Receiver.open();
  await mintWebhook(database(), page.id, { url: receiver.url });
  await closeDatabase();

  receiver.answer = () => {};
  const start = () => startServer({ databaseUrl, env: { APP_SECRET, ALLOW_PRIVATE_TARGETS: "1" } });
  const killed = await start();
  const body = { incident: { title: "Delivered at least once", type: "minor", service_ids: [service] } };
  const path = `/api/v2/status_pages/${page.subdomain}/incidents`;
  expect((await killed.request(path, { method: "POST", headers: { authorization: keys.editor }, body })).status).toBe(201);
  const first = await receiver.nth(1);
  await killed.stop("SIGKILL");

  receiver.answer = 204;
  const server = await start();
  await queryOnce(databaseUrl, A_MINUTE_LATER);
  await queryOnce(databaseUrl, EVERY_MINUTE);
  const second = await receiver.nth(2);
  expect([second.headers["webhook-id"], second.body]).toEqual([first.headers["webhook-id"], first.body]);
  const outcome = "select state, jsonb_array_length(attempts) as attempts from webhook_deliveries";
  await expect.poll(() => queryOnce(databaseUrl, outcome)).toEqual([{ state: "delivered", attempts: 1 }]);
  expect(receiver.received).toHaveLength(2);
  await server.stop();
  await receiver.close();
  await dropDatabase(name);
});
