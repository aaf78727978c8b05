import { expect, test } from "@playwright/test";
import type { ToChild } from "#lib/server/ipc/messages.ts";
import { Hub, type Member } from "#lib/server/supervisor/hub.ts";

const news = { change: { status_page_id: 1, withdrawn: "nothing" }, access: null } as const;

/** A process that answers when it is told to. */
class Process implements Member {
  isReady = true;
  readonly heard: ToChild[] = [];

  send(message: ToChild): void {
    this.heard.push(message);
  }
}

function open(...members: Process[]): Hub {
  const hub = new Hub();
  for (const member of members) hub.add(member);
  return hub;
}

const isSettled = async (promise: Promise<void>) => {
  const settled = promise.then(() => true);
  return Promise.race([settled, new Promise((resolve) => setImmediate(resolve, false))]);
};

test("who made a change goes on when all others have dropped what it concerns", async () => {
  const [maker, first, second] = [new Process(), new Process(), new Process()];
  const hub = open(maker, first, second);
  const told = hub.tell({ id: "a.1", ...news }, maker);
  expect(maker.heard).toEqual([]);
  expect(first.heard).toEqual([{ kind: "change", announcement: { id: "a.1", ...news } }]);
  hub.dropped(first, "a.1");
  expect(await isSettled(told)).toBe(false);
  hub.dropped(second, "a.1");
  expect(await isSettled(told)).toBe(true);
});

test("a change is told once, whether its maker or its notification comes first", async () => {
  const [maker, front] = [new Process(), new Process()];
  const hub = open(maker, front);
  const heard = hub.tell({ id: "a.1", ...news });
  const told = hub.tell({ id: "a.1", ...news }, maker);
  expect(front.heard).toHaveLength(1);
  hub.dropped(maker, "a.1");
  expect(await isSettled(told)).toBe(false);
  hub.dropped(front, "a.1");
  await Promise.all([heard, told]);
  void hub.tell({ id: "a.1", ...news });
  expect(front.heard).toHaveLength(1);
});

test("nobody is waited for who has just begun, or has ended", async () => {
  const [front, beginning] = [new Process(), new Process()];
  beginning.isReady = false;
  const hub = open(front, beginning);
  const told = hub.tell({ id: "a.1", ...news });
  expect(beginning.heard).toHaveLength(1);
  expect(await isSettled(told)).toBe(false);
  hub.forget(front);
  expect(await isSettled(told)).toBe(true);
});

test("who begins is told whether changes of other nodes are heard, as soon as that is known", () => {
  const front = new Process();
  const hub = open(front);
  hub.welcome(front);
  expect(front.heard).toEqual([]);
  hub.hears(true);
  hub.welcome(front);
  expect(front.heard).toEqual(Array(2).fill({ kind: "hears", heard: true }));
});
