import { expect, test } from "@playwright/test";
import fc from "fast-check";
import { type FairQueue, type Slot, TARPIT } from "#lib/platform/limits/fair-queue.ts";
import { turnsOf } from "#tests/support/data/turns.ts";

/** Work that ends when it is told to: whose began, in which order. */
class Work {
  readonly begun: string[] = [];
  readonly #turns: FairQueue;
  readonly #working: Slot[] = [];

  constructor(turns: FairQueue) {
    this.#turns = turns;
  }

  ask(client: string, tenant?: string): Slot | null {
    const turn = this.#turns.take(client, tenant);
    if (!turn) return null;
    const begin = () => {
      this.begun.push(client);
      this.#working.push(turn);
    };
    if (turn.acquired === true) begin();
    else void turn.acquired.then(begin);
    return turn;
  }

  async endOldest(): Promise<void> {
    this.#working.shift()?.end();
    await Promise.resolve();
  }
}

test("clients are served in turn, however much one of them asks for", async () => {
  const work = new Work(turnsOf({ all: 1, client: 1 }));
  for (let index = 0; index < 50; index++) work.ask("flood");
  for (const client of ["a", "b", "a"]) work.ask(client);
  for (let index = 0; index < 6; index++) await work.endOldest();
  expect(work.begun).toEqual(["flood", "flood", "a", "b", "flood", "a", "flood"]);
});

test("tenants are served in turn, however many clients ask for one of them, and so are its clients", async () => {
  const work = new Work(turnsOf({ all: 1 }));
  for (let index = 0; index < 20; index++) work.ask(`flood ${index % 2}`, "flooding");
  for (const client of ["a", "b", "c"]) work.ask(client, "quiet");
  for (let index = 0; index < 6; index++) await work.endOldest();
  expect(work.begun).toEqual(["flood 0", "flood 0", "a", "flood 1", "b", "flood 0", "c"]);
});

test("one tenant never has all the places, nor all of the queue, however many clients it has", () => {
  const turns = turnsOf({ all: 3, tenant: 2, all_waiting: 6, tenant_waiting: 4 });
  const taken = Array.from({ length: 20 }, (_, index) => turns.take(`client ${index}`, "flooding"));
  expect(taken.filter((turn) => turn?.acquired === true).length).toBe(2);
  expect(taken.filter((turn) => turn !== null).length).toBe(6);
  expect(turns.take("a", "quiet")?.acquired).toBe(true);
  expect(turns.take("b", "quiet")).not.toBeNull();
});

test("what takes too long makes room for other tenants, and keeps its tenant's until it ends", async () => {
  const turns = turnsOf({ all: 1, tenant: 1, hold_ms: 1, tenant_hold_ms: 60_000 });
  const [hung, own] = [turns.take("a", "slow"), turns.take("b", "slow")];
  const other = turns.take("c", "quiet");
  expect(await other?.acquired).toBe(true);
  other?.end();
  let begun = false;
  void Promise.resolve(own?.acquired).then(() => {
    begun = true;
  });
  await turns.take("d", "quiet")?.acquired;
  expect(begun).toBe(false);
  hung?.end();
  expect(await own?.acquired).toBe(true);
});

test("one client never has all the places", async () => {
  const work = new Work(turnsOf({ all: 3, client: 2 }));
  for (let index = 0; index < 10; index++) work.ask("flood");
  expect(work.begun.length).toBe(2);
  expect(work.ask("other")?.acquired).toBe(true);
  expect(work.ask("third")?.acquired).not.toBe(true);
});

test("beyond its queue a client is refused, others are not; beyond everybody's all are", () => {
  const turns = turnsOf({ all: 1, client_waiting: 2, all_waiting: 4 });
  const taken = (client: string, count: number) =>
    Array.from({ length: count }, () => turns.take(client)).filter((turn) => turn !== null).length;
  expect(taken("flood", 100)).toBe(3);
  expect(taken("other", 100)).toBe(2);
  expect(taken("third", 100)).toBe(0);
});

test("refusals are held back, so many at once that none of them fills the memory", async () => {
  const turns = turnsOf({ all: 1 });
  let told = 0;
  const held = Array.from({ length: TARPIT.most }, () => turns.delayRefusal().then(() => told++));
  await turns.delayRefusal();
  expect(told).toBe(0);
  await Promise.all(held);
  expect(told).toBe(TARPIT.most);
});

test("what takes too long makes room for others", async () => {
  const turns = turnsOf({ all: 1, hold_ms: 1 });
  const [hung, next] = [turns.take("a"), turns.take("b")];
  await next?.acquired;
  hung?.end();
  expect(turns.take("c")?.acquired).not.toBe(true);
});

test("what waits too long is told that it will not begin, and is in nobody's way", async () => {
  const turns = turnsOf({ all: 1, wait_ms: 1 });
  const [working, waiting] = [turns.take("a"), turns.take("b")];
  expect(await waiting?.acquired).toBe(false);
  working?.end();
  expect(turns.take("c")?.acquired).toBe(true);
});

test("work that several want begins with the first of their turns, and once", async () => {
  const work = new Work(turnsOf({ all: 1, client: 1 }));
  for (let index = 0; index < 5; index++) work.ask("flood");
  const shared = work.ask("flood");
  for (let times = 0; times < 3; times++) shared?.join("other");
  let begun = false;
  void Promise.resolve(shared?.acquired).then(() => {
    begun = true;
  });
  await work.endOldest();
  await work.endOldest();
  expect(begun).toBe(true);
  for (let index = 0; index < 6; index++) await work.endOldest();
  expect(work.begun.length).toBe(6);
});

test("who waits no longer leaves the queue", async () => {
  const turns = turnsOf({ all: 1, client_waiting: 1 });
  const [working, waiting] = [turns.take("a"), turns.take("a")];
  expect(turns.refuses("a")).toBe(true);
  waiting?.end();
  expect(turns.refuses("a")).toBe(false);
  working?.end();
  expect(turns.take("a")?.acquired).toBe(true);
});

type Step = { ask: string } | { also: string } | { end: number };

const client = fc.constantFrom("a", "b", "c", "d");
const step: fc.Arbitrary<Step> = fc.oneof(
  client.map((ask) => ({ ask })),
  client.map((also) => ({ also })),
  fc.nat(50).map((end) => ({ end })),
);

test("whatever happens, the limits hold, and all that is taken begins in the end", async () => {
  const limits = { all: 3, tenant: 2, client: 2, all_waiting: 8, client_waiting: 4 };
  const tenantOf = (by: string) => (by < "c" ? "first" : "second");
  const property = fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
    const turns = turnsOf(limits);
    const taken: { turn: Slot; begun: boolean; ended: boolean }[] = [];
    const settle = async () => {
      for (let tick = 0; tick < 5; tick++) await Promise.resolve();
    };
    const take = (by: string) => {
      const turn = turns.take(by, tenantOf(by));
      if (!turn) return;
      const entry = { turn, begun: turn.acquired === true, ended: false };
      void Promise.resolve(turn.acquired).then(() => {
        entry.begun = true;
      });
      taken.push(entry);
    };
    const isSound = () => {
      const open = taken.filter(({ ended }) => !ended);
      const waiting = open.filter(({ begun }) => !begun).length;
      return open.length - waiting <= limits.all && waiting <= limits.all_waiting;
    };
    for (const each of steps) {
      if ("ask" in each) take(each.ask);
      else if ("also" in each) taken.at(-1)?.turn.join(each.also, tenantOf(each.also));
      else {
        const entry = taken[each.end % Math.max(1, taken.length)];
        entry?.turn.end();
        if (entry) entry.ended = true;
      }
      await settle();
      if (!isSound()) return false;
    }
    for (const entry of taken) {
      if (!entry.begun && !entry.ended) continue;
      entry.turn.end();
      entry.ended = true;
    }
    for (let round = 0; round < taken.length; round++) {
      await settle();
      const entry = taken.find(({ begun, ended }) => begun && !ended);
      entry?.turn.end();
      if (entry) entry.ended = true;
    }
    return taken.every(({ begun }) => begun) && turns.take("e")?.acquired === true;
  });
  await fc.assert(property, { numRuns: 2_000 });
});
