import type { ServerResponse } from "node:http";
import type { SubscriptionType } from "#lib/channels/channel.ts";
import { senders } from "#lib/notifications/send-batch.ts";
import { now, shiftClock } from "#lib/platform/clock.ts";
import { installJobs } from "#lib/server/worker/worker.ts";
import { newsroom } from "#tests/support/data/news.ts";
import type { Receiver } from "#tests/support/http/receiver.ts";
import { allowPrivateTargets } from "#tests/support/server/env.ts";
import { expect, test } from "#tests/support/test.ts";

test.beforeAll(async ({ database }) => {
  await installJobs().then(() => void database);
  allowPrivateTargets(true);
});
test.afterEach(async () => {
  shiftClock(0);
  await senders.stop();
});
test.afterAll(() => allowPrivateTargets(false));

type Reply = (response: ServerResponse) => void;

function wait(seconds: number): void {
  shiftClock(now().getTime() - Date.now() + seconds * 1_000);
}

function callsOf(receiver: Receiver, path: string): number {
  return receiver.received.filter((call) => call.path.startsWith(path)).length;
}

/** Answers at `/busy` so, and as a chat that takes everything elsewhere. */
function answerBusy(receiver: Receiver, busy: Reply): void {
  receiver.answer = (response) => {
    if (receiver.received.at(-1)?.path.startsWith("/busy")) busy(response);
    else response.writeHead(200, { "content-type": "text/plain" }).end("ok");
  };
}

const SAID = JSON.stringify({ message: "slow down", retry_after: 45, global: false });

for (const [type, status, busy] of [
  [
    "slack",
    429,
    (response) => response.writeHead(429, { "retry-after": "45" }).end("rate_limited"),
  ],
  ["discord", 429, (response) => response.writeHead(429, { "retry-after": "45" }).end(SAID)],
  ["mattermost", 429, (response) => response.writeHead(429, { "retry-after": "45" }).end()],
  ["webhook", 503, (response) => response.writeHead(503, { "retry-after": "45" }).end()],
  ["webhook", 403, (response) => response.writeHead(403, { "retry-after": "45" }).end()],
] satisfies [SubscriptionType, number, Reply][])
  test(`an address that asks to wait is left alone, its neighbors are not: ${type}, ${status}`, async ({
    database,
    receiver,
  }) => {
    answerBusy(receiver, busy);
    const room = await newsroom(database);
    const origin = new URL(receiver.url).origin;
    for (const path of ["busy", "good1", "good2"])
      await room.subscribe({ type, webhook_url: `${origin}/${path}` });
    for (let count = 1; count <= 5; count++) {
      await room.open();
      await room.plan();
      await room.send();
      for (const path of ["/good1", "/good2"]) expect(callsOf(receiver, path)).toBe(count);
      expect(callsOf(receiver, "/busy")).toBe(1);
      wait(8);
    }
    wait(60);
    receiver.answer = (response) => response.writeHead(200).end("ok");
    await room.send();
    expect(callsOf(receiver, "/busy")).toBeGreaterThan(1);
  });

test("addresses that break connections off do not delay their neighbor", async ({
  database,
  receiver,
}) => {
  answerBusy(receiver, (response) => response.destroy());
  const room = await newsroom(database);
  const origin = new URL(receiver.url).origin;
  for (const path of ["busy1", "busy2", "busy3", "good"])
    await room.subscribe({ type: "slack", webhook_url: `${origin}/${path}` });
  for (let count = 1; count <= 9; count++) {
    await room.open();
    await room.plan();
    await room.send();
    expect(callsOf(receiver, "/good")).toBe(count);
    wait(12);
  }
});

test("Discord's global limit holds for all addresses", async ({ database, receiver }) => {
  const body = JSON.stringify({ message: "slow down", retry_after: 45, global: true });
  answerBusy(receiver, (response) => response.writeHead(429).end(body));
  const room = await newsroom(database);
  const origin = new URL(receiver.url).origin;
  await room.subscribe({ type: "discord", webhook_url: `${origin}/busy` });
  await room.open();
  await room.plan();
  await room.send();
  await room.subscribe({ type: "discord", webhook_url: `${origin}/good` });
  await room.open();
  await room.plan();
  await room.send();
  expect(callsOf(receiver, "/good")).toBe(0);
  wait(60);
  await room.send();
  expect(callsOf(receiver, "/good")).toBe(1);
});
