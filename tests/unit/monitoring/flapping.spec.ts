import { expect, test } from "@playwright/test";
import { judge, record, replay } from "#tests/support/data/flapping-year.ts";

const SEEDS = [1, 2, 3, 4, 5, 6, 7, 8];
const DAYS = 45;

test("in recorded days of flapping services each real outage opens one incident within 105 s, and nothing else any", () => {
  for (const seed of SEEDS) {
    const recording = record(seed, DAYS);
    const judged = judge(recording, replay(recording));
    expect({ seed, ...judged }).toMatchObject({ seed, false_alarms: 0, found: judged.real });
    expect(judged.real).toBeGreaterThanOrEqual(5);
    expect(judged.slowest_s).toBeLessThanOrEqual(105);
  }
});

test("without a second failure, every lost request would be an alarm", () => {
  const recording = record(1, DAYS);
  const judged = judge(recording, replay(recording, { retries: 0, confirmations: null }));
  expect(judged.false_alarms).toBeGreaterThan(50);
});
