import { expect, test } from "@playwright/test";
import { AdaptiveRate } from "#lib/platform/limits/adaptive-rate.ts";
import { FairSemaphore } from "#lib/platform/limits/fair-semaphore.ts";

test("each good round adds a place, up to the most", () => {
  const rate = new AdaptiveRate({ start: 2, most: 4 });
  const after: number[] = [];
  for (let count = 0; count < 12; count++) {
    after.push(rate.places);
    rate.answered();
  }
  expect(after).toEqual([2, 2, 2, 3, 3, 3, 4, 4, 4, 4, 4, 4]);
});

test("a throttle halves the places and pauses, longer each time or as long as asked", () => {
  const rate = new AdaptiveRate({ start: 8, most: 8 });
  const steps: [now_ms: number, after_ms: number, places: number, opens_at_ms: number][] = [
    [0, 0, 4, 1_000],
    // What began before the pause only extends it.
    [999, 0, 4, 1_000],
    [999, 501, 4, 1_500],
    [1_500, 0, 2, 3_500],
    [3_500, 9_000, 1, 12_500],
    [12_500, 0, 1, 20_500],
  ];
  for (const [now_ms, after_ms, places, opens_at_ms] of steps) {
    rate.throttled(now_ms, after_ms);
    expect([rate.places, rate.opens_at_ms], `${now_ms}`).toEqual([places, opens_at_ms]);
  }
  let now_ms = 20_500;
  for (const pause_ms of [16_000, 32_000, 60_000, 60_000]) {
    rate.throttled(now_ms, 0);
    expect(rate.opens_at_ms).toBe(now_ms + pause_ms);
    now_ms += pause_ms;
  }
  rate.answered();
  rate.throttled(now_ms, 0);
  expect(rate.opens_at_ms).toBe(now_ms + 1_000);
});

test("five failures in a row leave one place and a pause, fewer leave everything", () => {
  const rate = new AdaptiveRate({ start: 8, most: 8 });
  for (let count = 0; count < 4; count++) rate.failed(0);
  rate.answered();
  for (let count = 0; count < 4; count++) rate.failed(0);
  expect([rate.places, rate.opens_at_ms]).toEqual([8, 0]);
  rate.failed(5);
  expect([rate.places, rate.opens_at_ms]).toEqual([1, 1_005]);
  rate.failed(1_004);
  expect(rate.opens_at_ms).toBe(1_005);
  rate.failed(1_005);
  expect(rate.opens_at_ms).toBe(3_005);
});

test("a semaphore admits clients in turn, each up to its share, and knows who waits", async () => {
  const semaphore = new FairSemaphore((inside) => ({ all: 3, each: inside < 2 ? 2 : 1 }));
  const admitted: string[] = [];
  const leaves: (() => void)[] = [];
  const enter = (client: string) =>
    semaphore.enter(client).then((leave) => {
      admitted.push(client);
      leaves.push(leave);
    });
  for (const client of ["a", "a", "a", "b", "b", "c"]) void enter(client);
  await expect.poll(() => admitted).toEqual(["a", "a", "b"]);
  expect([semaphore.inside, semaphore.waiting]).toEqual([3, 3]);
  const leave = () => leaves.shift()?.();
  leave();
  await expect.poll(() => admitted.slice(3)).toEqual(["c"]);
  leave();
  leave();
  await expect.poll(() => admitted.slice(4)).toEqual(["a", "b"]);
  expect([semaphore.inside, semaphore.waiting]).toEqual([3, 0]);
  for (let count = 0; count < 3; count++) leave();
  expect([semaphore.inside, semaphore.waiting]).toEqual([0, 0]);
  await enter("a");
  expect(admitted).toHaveLength(7);
});

test("who is admitted goes behind everybody who waits", async () => {
  const semaphore = new FairSemaphore(() => ({ all: 1, each: 1 }));
  const admitted: string[] = [];
  const visits = ["a", "a", "a", "b", "c", "b"].map(async (client) => {
    const leave = await semaphore.enter(client);
    admitted.push(client);
    leave();
  });
  await Promise.all(visits);
  expect(admitted).toEqual(["a", "a", "b", "c", "a", "b"]);
});
