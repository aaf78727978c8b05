import { setImmediate as soon } from "node:timers/promises";
import { expect, test } from "@playwright/test";
import { AT_ONCE, sharesOf } from "#lib/monitoring/checks/engine.ts";
import { FailureRatio } from "#lib/monitoring/checks/own-connectivity.ts";
import { FairSemaphore } from "#lib/platform/limits/fair-semaphore.ts";

/** A gate in which checks of some organizations hang, each of which brings so many. */
async function hanging(organizations: number, each: number) {
  const gate = new FairSemaphore(sharesOf(AT_ONCE));
  const inside = new Map<string, (() => void)[]>();
  const bring = (client: string) =>
    void gate.enter(client).then((leave) => {
      inside.set(client, [...(inside.get(client) ?? []), leave]);
    });
  for (let n = 0; n < organizations; n++) for (let m = 0; m < each; m++) bring(`hangs ${n}`);
  await soon();
  const count = (client: string) => inside.get(client)?.length ?? 0;
  return { gate, bring, count, leave: (client: string) => inside.get(client)?.shift()?.() };
}

test("though several organizations hang, there is a place for whoever comes next", async () => {
  for (const organizations of [1, 2, 3, 5, 8]) {
    const { gate, bring, count } = await hanging(organizations, 1_000);
    expect(gate.inside, `${organizations} hang`).toBeLessThan(AT_ONCE);
    bring("answers");
    await soon();
    expect(count("answers"), `${organizations} hang`).toBe(1);
  }
});

test("once all places are taken, the next go to those who have none, not to those who hang", async () => {
  for (const organizations of [20, 100]) {
    const { bring, count, leave } = await hanging(organizations, 100);
    bring("answers");
    for (let n = 0; n < organizations; n++) leave("hangs 0");
    await soon();
    expect(count("answers"), `${organizations} hang`).toBe(1);
    expect(count("hangs 0")).toBe(100 - organizations);
  }
});

test("who hangs alone has a third of all places, and the rest goes to others at once", async () => {
  const { bring, count } = await hanging(1, 1_000);
  expect(count("hangs 0")).toBe(AT_ONCE / 3);
  for (let n = 0; n < 150; n++) bring("answers");
  await soon();
  expect(count("answers")).toBe(150);
});

test("who came late gets as many places as those who hang, once these leave some", async () => {
  const { gate, bring, count, leave } = await hanging(4, 1_000);
  for (let n = 0; n < 1_000; n++) bring("late");
  for (let round = 0; round < 200; round++)
    for (let n = 0; n < 4; n++) {
      leave(`hangs ${n}`);
      await soon();
    }
  expect(gate.inside).toBeLessThan(AT_ONCE);
  expect(count("late")).toBeGreaterThanOrEqual(AT_ONCE / 6);
});

test("most services failing is what all workers of an installation found, or one of them", () => {
  const failing = new FailureRatio();
  failing.record(1, true, 0);
  failing.record(2, true, 0);
  expect(failing.mostChecksFail(0)).toBe(false);
  failing.others = { checked: 3, failed: 2 };
  expect(failing.mostChecksFail(0)).toBe(true);
  failing.others = { checked: 8, failed: 0 };
  expect(failing.mostChecksFail(0)).toBe(false);
  failing.record(3, true, 1_000);
  failing.record(4, true, 1_000);
  expect(failing.mostChecksFail(1_000)).toBe(true);
  expect(failing.count(61_000)).toEqual({ checked: 2, failed: 2 });
});
