import type { ServerResponse } from "node:http";
import type { Db } from "#db/index.ts";
import { deliverMessage, enqueueMessage } from "#lib/core/outbox/messages.ts";
import { systemContext } from "#lib/core/request/context.ts";
import { Dispatcher } from "#lib/notifications/webhook-deliveries/dispatcher.ts";
import { later, shiftClock, wireNow } from "#lib/platform/clock.ts";
import type { Outcome } from "#lib/platform/http/provider-calls.ts";
import { installJobs } from "#lib/server/worker/worker.ts";
import { pullMetrics } from "#lib/services/metric-imports/pull-metrics.ts";
import { json, pingdom, test as pulledTest, pulling } from "#tests/support/data/pulled-metrics.ts";
import { pending } from "#tests/support/db/due-deliveries.ts";
import type { Receiver } from "#tests/support/http/receiver.ts";
import { allowPrivateTargets } from "#tests/support/server/env.ts";
import { expect, test } from "#tests/support/test.ts";

test.beforeEach(() => allowPrivateTargets(true));
test.afterEach(() => {
  shiftClock(0);
  allowPrivateTargets(false);
});

/** A delivery that one worker is sending when its claim ends and another worker claims it. */
async function sentTwice(database: Db, receiver: Receiver) {
  const all = await pending(database, receiver);
  const open: ServerResponse[] = [];
  receiver.answer = (response) => open.push(response);
  const workers = [new Dispatcher(), new Dispatcher()];
  for (const [index, worker] of workers.entries()) {
    shiftClock(index * 62_000);
    await worker.look(all.page.id, wireNow());
    await receiver.nth(index + 1);
  }
  const answer = async (index: 0 | 1, status: number) => {
    receiver.answer = 204;
    open[index]?.writeHead(status).end();
    await workers[index]?.settled();
  };
  return { ...all, answer };
}

test("a worker that lost its claim on a delivery does not undo what another one recorded", async ({
  database,
  receiver,
}) => {
  const { row, answer } = await sentTwice(database, receiver);
  await answer(1, 204);
  await answer(0, 500);
  expect(await row()).toMatchObject({ state: "delivered", next_attempt_at: null });
  expect((await row()).attempts).toMatchObject([{ status: 204 }]);
});

test("a worker that lost its claim on a delivery neither ends the other's nor disables the webhook", async ({
  database,
  receiver,
}) => {
  const { row, answer, isEnabled } = await sentTwice(database, receiver);
  const { claimed_until } = await row();
  await answer(0, 410);
  expect(await row()).toMatchObject({ state: "pending", claimed_until, attempts: [] });
  expect(await isEnabled()).toBe(true);
  await answer(1, 204);
  expect((await row()).state).toBe("delivered");
});

test("a delivery that a late worker could make is not made again", async ({
  database,
  receiver,
}) => {
  const { row, answer } = await sentTwice(database, receiver);
  await answer(0, 204);
  await answer(1, 500);
  expect(await row()).toMatchObject({ state: "delivered", attempts: [{ status: 204 }] });
});

test("a worker that lost its claim on a message leaves it to the one that has it", async ({
  database,
}) => {
  await installJobs();
  const ctx = systemContext(database, "test");
  const message = { kind: "test", params: {}, expires_at: later(wireNow(), 3_600) };
  const id = await database.transaction().execute((trx) => enqueueMessage(trx, message));
  const send = async () => {
    const outcome = Promise.withResolvers<Outcome>();
    const began = Promise.withResolvers<void>();
    const sender = () => {
      began.resolve();
      return outcome.promise;
    };
    const done = deliverMessage(ctx, id, { test: sender });
    await began.promise;
    return async (value: Outcome) => {
      outcome.resolve(value);
      await done;
    };
  };
  const row = () =>
    database
      .selectFrom("outbox")
      .select(["claimed_until", "next_attempt_at"])
      .where("id", "=", id)
      .executeTakeFirst();
  const first = await send();
  shiftClock(301_000);
  const second = await send();
  const claimed = await row();
  await first({ outcome: "try_again", reason: "late" });
  expect(await row()).toEqual(claimed);
  shiftClock(602_000);
  const third = await send();
  await second({ outcome: "never_again", reason: "late" });
  expect(await row()).toBeDefined();
  await third({ outcome: "delivered" });
  expect(await row()).toBeUndefined();
});

pulledTest(
  "a worker that lost its claim on a metric records nothing",
  async ({ database, provider }) => {
    const one = await pulling(database, pingdom);
    const open: ServerResponse[] = [];
    provider.answer = (response) => open.push(response);
    const first = pullMetrics();
    await provider.nth(1);
    shiftClock(122_000);
    const second = pullMetrics();
    await provider.nth(2);
    json("", 503)(open[0] as ServerResponse);
    await first;
    expect(await one.health()).toBeNull();
    json({ summary: { hours: [] } })(open[1] as ServerResponse);
    await second;
    expect(await one.pull()).toMatchObject({ failures: 0, last_error: null });
  },
);
