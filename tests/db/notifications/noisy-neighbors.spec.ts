import { senders } from "#lib/notifications/send-batch.ts";
import { dispatcher } from "#lib/notifications/webhook-deliveries/deliver-webhooks.ts";
import { now, shiftClock, wireNow } from "#lib/platform/clock.ts";
import { installJobs } from "#lib/server/worker/worker.ts";
import { mintOrganization } from "#tests/support/data/mint.ts";
import { newsroom } from "#tests/support/data/news.ts";
import { mintDelivery, mintWebhook } from "#tests/support/data/webhooks.ts";
import {
  answerBySickness,
  arrivedAt,
  HEALTHY,
  sickPaths,
} from "#tests/support/http/sick-receivers.ts";
import { allowPrivateTargets } from "#tests/support/server/env.ts";
import { expect, test } from "#tests/support/test.ts";

test.beforeAll(async ({ database }) => {
  await installJobs().then(() => void database);
  allowPrivateTargets(true);
});
test.afterEach(async () => {
  shiftClock(0);
  await Promise.all([senders.stop(), dispatcher.stop()]);
});
test.afterAll(() => allowPrivateTargets(false));

test("of sixty webhooks fifty are sick: the ten healthy ones get every event, in order", async ({
  database,
  receiver,
}) => {
  const hanging = answerBySickness(receiver);
  const { page } = await mintOrganization(database);
  const hook = (path: string) =>
    mintWebhook(database, page.id, { url: `http://127.0.0.1:${receiver.port}/${path}` });
  const all = await Promise.all([...sickPaths(50), ...HEALTHY].map(hook));
  for (let count = 1; count <= 12; count++) {
    for (const { id } of all) await mintDelivery(database, page.id, id, { state: "pending" });
    await dispatcher.look(page.id, wireNow());
    await expect
      .poll(() => arrivedAt(receiver).map((ids) => ids.length))
      .toEqual(HEALTHY.map(() => count));
    expect(receiver.received.filter(({ path }) => path === "/limit2")).toHaveLength(1);
  }
  expect(arrivedAt(receiver)).toEqual(await messageIds(database, all.slice(50)));
  for (const response of hanging) response.destroy();
});

async function messageIds(
  database: Parameters<typeof mintWebhook>[0],
  webhooks: readonly { id: number }[],
): Promise<string[][]> {
  const rows = await database
    .selectFrom("webhook_deliveries")
    .select(["webhook_id", "message_id"])
    .where(
      "webhook_id",
      "in",
      webhooks.map(({ id }) => id),
    )
    .orderBy("id")
    .execute();
  return webhooks.map(({ id }) =>
    rows.filter((row) => row.webhook_id === id).map(({ message_id }) => message_id),
  );
}

test("of sixty addresses of a host fifty are sick: the ten healthy ones hear every update, in order", async ({
  database,
  receiver,
}) => {
  const hanging = answerBySickness(receiver);
  const room = await newsroom(database);
  for (const path of [...sickPaths(50), ...HEALTHY])
    await room.subscribe({
      type: "webhook",
      webhook_url: `http://127.0.0.1:${receiver.port}/${path}`,
    });
  for (let count = 1; count <= 12; count++) {
    await room.open();
    await room.plan();
    senders.look(room.page.id, "webhook", wireNow());
    await expect
      .poll(() => arrivedAt(receiver).map((ids) => ids.length))
      .toEqual(HEALTHY.map(() => count));
  }
  const [one, ...others] = arrivedAt(receiver);
  expect(new Set(one).size).toBe(12);
  for (const other of others) expect(other).toEqual(one);
  expect(receiver.received.filter(({ path }) => path === "/limit2")).toHaveLength(1);
  for (const response of hanging) response.destroy();
});

test("a webhook's receiver that asks to wait is asked nothing meanwhile, and gets all after it", async ({
  database,
  receiver,
}) => {
  receiver.answer = (response) => response.writeHead(429, { "retry-after": "45" }).end();
  const { page } = await mintOrganization(database);
  const { id } = await mintWebhook(database, page.id, { url: receiver.url });
  const attempt = async () => {
    await dispatcher.look(page.id, wireNow());
    await dispatcher.settled();
  };
  const start = now().getTime();
  for (let count = 0; count < 5; count++) {
    await mintDelivery(database, page.id, id, { state: "pending" });
    await attempt();
    shiftClock(now().getTime() - Date.now() + 8_000);
  }
  expect(receiver.received).toHaveLength(1);
  receiver.answer = 204;
  shiftClock(start - Date.now() + 47_000);
  await attempt();
  shiftClock(now().getTime() - Date.now() + 20_000);
  await attempt();
  expect(receiver.received).toHaveLength(6);
});
