import { expect, test } from "@playwright/test";
import type { Announcement } from "#lib/core/transaction/announce.ts";
import { dropper } from "#lib/server/front/drop.ts";
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
  for (const member of members) hub.add(member, "front");
  return hub;
}

const isSettled = async (promise: Promise<void>) => {
  const settled = promise.then(() => true);
  return Promise.race([settled, new Promise((resolve) => setImmediate(resolve, false))]);
};

test("the maker of a change continues once all others have dropped their copies", async () => {
  const [maker, first, second] = [new Process(), new Process(), new Process()];
  const hub = open(maker, first, second);
  const sent = hub.announce({ id: "a.1", ...news }, maker);
  expect(maker.heard).toEqual([]);
  expect(first.heard).toEqual([{ kind: "change", announcement: { id: "a.1", ...news } }]);
  hub.dropped(first, "a.1");
  expect(await isSettled(sent)).toBe(false);
  hub.dropped(second, "a.1");
  expect(await isSettled(sent)).toBe(true);
});

test("a change is announced once, whether its maker or its notification comes first", async () => {
  const [maker, front] = [new Process(), new Process()];
  const hub = open(maker, front);
  const notified = hub.announce({ id: "a.1", ...news });
  const sent = hub.announce({ id: "a.1", ...news }, maker);
  expect(front.heard).toHaveLength(1);
  hub.dropped(maker, "a.1");
  expect(await isSettled(sent)).toBe(false);
  hub.dropped(front, "a.1");
  await Promise.all([notified, sent]);
  void hub.announce({ id: "a.1", ...news });
  expect(front.heard).toHaveLength(1);
});

test("no process that is starting or has ended is waited for", async () => {
  const [front, starting] = [new Process(), new Process()];
  starting.isReady = false;
  const hub = open(front, starting);
  const sent = hub.announce({ id: "a.1", ...news });
  expect(starting.heard).toHaveLength(1);
  expect(await isSettled(sent)).toBe(false);
  hub.forget(front);
  expect(await isSettled(sent)).toBe(true);
});

test("a new process learns whether changes of other nodes arrive, as soon as that is known", () => {
  const front = new Process();
  const hub = open(front);
  hub.started(front);
  expect(front.heard).toEqual([]);
  hub.setListening(true);
  hub.started(front);
  expect(front.heard).toEqual(Array(2).fill({ kind: "listening", isListening: true }));
});

test("a copy that a front got from an app that did not know of a change of access yet is dropped", () => {
  const [front, app] = [new Process(), new Process()];
  const copies = new Set(["to the second domain"]);
  const forget = async () => copies.clear();
  const nothing = () => {};
  const drop = dropper({ changed: nothing, forget }, { changed: nothing, withdrawn: nothing });
  const hub = open(front);
  hub.add(app, "app");
  const announce = (announcement: Announcement) => {
    front.send = (message) => {
      if (message.kind === "change") drop(message.announcement);
    };
    void hub.announce(announcement);
    const isEmpty = copies.size === 0;
    copies.add("to the second domain");
    hub.dropped(front, announcement.id);
    hub.dropped(app, announcement.id);
    return [isEmpty, copies.size === 0];
  };
  const change = { status_page_id: 1, withdrawn: "page" } as const;
  expect(announce({ id: "a.1", change, access: { status_page_id: 1 } })).toEqual([true, true]);
  expect(announce({ id: "a.2", change, access: null })).toEqual([true, false]);
});
