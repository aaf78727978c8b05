import { getEventListeners } from "node:events";
import { expect, test } from "@playwright/test";
import { timeLimit } from "#lib/platform/errors/time-limit.ts";

const HOUR_MS = 3_600_000;

test("A time limit aborts when its time is over, and says that this was why", async () => {
  const limit = timeLimit(1);
  await expect.poll(() => limit.signal.aborted).toBe(true);
  expect(limit.isOver()).toBe(true);
  expect(limit.signal.reason).toHaveProperty("name", "TimeoutError");
});

test("A time limit aborts with the other signal, for its reason", () => {
  const stop = new AbortController();
  const [before, after] = [timeLimit(HOUR_MS, stop.signal), () => timeLimit(HOUR_MS, stop.signal)];
  stop.abort("enough");
  for (const limit of [before, after()]) {
    expect(limit.signal.reason).toBe("enough");
    expect(limit.isOver()).toBe(false);
    limit.end();
  }
});

test("A time limit that ended leaves nothing at a signal that lasts", () => {
  const stop = new AbortController();
  const limits = Array.from({ length: 100 }, () => timeLimit(HOUR_MS, stop.signal));
  expect(getEventListeners(stop.signal, "abort")).toHaveLength(100);
  for (const limit of limits) limit.end();
  expect(getEventListeners(stop.signal, "abort")).toHaveLength(0);
});
