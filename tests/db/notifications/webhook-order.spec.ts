import type { ServerResponse } from "node:http";
import type { Db } from "#db/index.ts";
import { parseInput } from "#lib/core/fields/validation.ts";
import { postUpdate } from "#lib/incidents/post-update.ts";
import { PostUpdate } from "#lib/incidents/schema.ts";
import {
  deliverWebhooks,
  dispatcher,
} from "#lib/notifications/webhook-deliveries/deliver-webhooks.ts";
import { Dispatcher } from "#lib/notifications/webhook-deliveries/dispatcher.ts";
import { shiftClock, wireNow } from "#lib/platform/clock.ts";
import { dispatch, stageOf } from "#tests/support/data/events.ts";
import { mintWebhook } from "#tests/support/data/webhooks.ts";
import { deliverDue } from "#tests/support/db/due-deliveries.ts";
import type { Receiver } from "#tests/support/http/receiver.ts";
import { allowPrivateTargets } from "#tests/support/server/env.ts";
import { expect, test } from "#tests/support/test.ts";

test.beforeAll(() => allowPrivateTargets(true));
test.afterAll(() => allowPrivateTargets(false));
test.afterEach(() => shiftClock(0));

/** A page with a webhook that keeps the order. */
async function orderedStage(database: Db, receiver: Receiver) {
  const stage = await stageOf(database);
  const events = ["incident.created", "incident.updated"] as const;
  await mintWebhook(database, stage.page.id, { url: receiver.url, ordered: true, events });
  const post = (target: Awaited<ReturnType<typeof stage.open>>, hold_seconds = 0) => {
    const input = parseInput(PostUpdate, { description: "More", hold_seconds });
    return postUpdate(stage.ctx, target, input);
  };
  /** The places of what arrived in the order of what happened. */
  const arrived = async () => {
    const all = (await stage.events()).map(({ message_id }) => message_id);
    return receiver.received.map(({ headers }) => all.indexOf(String(headers["webhook-id"])));
  };
  return { ...stage, post, arrived, look: () => deliverDue(stage.page.id) };
}

test("an event waits for the one before it that is not dispatched yet", async ({
  database,
  receiver,
}) => {
  const { open, post, events, arrived, look } = await orderedStage(database, receiver);
  const target = await open();
  await post(target);
  await post(target);
  const [first, second, third] = await events();
  if (!first || !second || !third) throw new Error("events are missing");
  await dispatch([third]);
  await look();
  expect(await arrived()).toEqual([]);
  await dispatch([first]);
  await look();
  expect(await arrived()).toEqual([0]);
  await dispatch([second]);
  await look();
  expect(await arrived()).toEqual([0, 1, 2]);
});

test("forty updates arrive in order, however many workers dispatch and send them", async ({
  database,
  receiver,
}) => {
  const { page, open, post, events, arrived } = await orderedStage(database, receiver);
  const target = await open();
  for (let n = 0; n < 40; n++) await post(target);
  const queue = (await events()).map((event, index) => ({ event, place: (index * 7) % 41 }));
  queue.sort((a, b) => a.place - b.place);
  const senders = [dispatcher, new Dispatcher()];
  const work = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      await dispatch([next.event]);
      await Promise.all(senders.map((sender) => sender.look(page.id, wireNow())));
    }
  };
  await Promise.all([work(), work(), work()]);
  await receiver.nth(41);
  await Promise.all(senders.map((sender) => sender.settled()));
  expect(await arrived()).toEqual(Array.from({ length: 41 }, (_, index) => index));
});

test("what is held or unwanted holds up no event of another incident", async ({
  database,
  receiver,
}) => {
  const { open, post, events, arrived, look } = await orderedStage(database, receiver);
  const [one, other] = [await open(), await open()];
  const [first, second] = await events();
  await database
    .updateTable("events")
    .set({ event: "incident.deleted" })
    .where("id", "=", first?.id ?? 0)
    .execute();
  await post(one, 20);
  await post(other);
  const [, , held, last] = await events();
  if (!second || !held || !last) throw new Error("events are missing");
  await dispatch([second, last]);
  await look();
  expect(await arrived()).toEqual([1, 3]);
  await post(one);
  const [, , , , behind] = await events();
  shiftClock(22_000);
  await dispatch([behind ?? held]);
  await look();
  expect(await arrived()).toEqual([1, 3]);
  await dispatch([held]);
  await look();
  expect(await arrived()).toEqual([1, 3, 2, 4]);
});

test("an event that is dispatched late waits for the one that is being sent", async ({
  database,
  receiver,
}) => {
  const { page, open, post, events, arrived } = await orderedStage(database, receiver);
  const [one, other] = [await open(), await open()];
  await post(one, 20);
  await post(other);
  const all = await events();
  const open_responses: ServerResponse[] = [];
  receiver.answer = (response) => open_responses.push(response);
  await dispatch(all.slice(0, 2).concat(all.slice(3)));
  const answer = async (count: number) => {
    await receiver.nth(count);
    open_responses.shift()?.writeHead(204).end();
  };
  await deliverWebhooks({ status_page_id: page.id, due_at: wireNow() });
  await answer(1);
  await answer(2);
  await receiver.nth(3);
  shiftClock(22_000);
  await dispatch(all.slice(2, 3));
  await dispatcher.look(page.id, wireNow());
  expect(await arrived()).toEqual([0, 1, 3]);
  await answer(3);
  await answer(4);
  await dispatcher.settled();
  expect(await arrived()).toEqual([0, 1, 3, 2]);
});
