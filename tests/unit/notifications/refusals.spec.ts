import { expect, test } from "@playwright/test";
import type { Outcome } from "#lib/notifications/ledger.queries.ts";
import { Refusals } from "#lib/notifications/sending/refusals.ts";
import { shiftClock } from "#lib/platform/clock.ts";

test.afterEach(() => shiftClock(0));

function refused(subscription_id: number, event_id = 1): Outcome {
  const row = { subscription_id, event_id, attempts: 1, resent_at: null };
  const answer = "550 5.1.1 no such user";
  const told = { state: "quarantined", due_at: null, reason: "refused with 550", answer } as const;
  const rest = { uncounted: false, unwanted: false, provider_id: null };
  return { ...row, ...told, ...rest } as unknown as Outcome;
}

test("what is held back is written long before its claim ends, whatever else happens", async () => {
  const refusals = new Refusals(async () => []);
  expect(await refusals.sort([refused(1)])).toEqual([]);
  expect(await refusals.overdue()).toEqual([]);
  shiftClock(11_000);
  expect(await refusals.overdue()).toMatchObject([{ subscription_id: 1, state: "quarantined" }]);
  expect(await refusals.end()).toEqual([]);
});

test("of many that are refused alike, those wait whose event no mail was accepted about", async () => {
  const refusals = new Refusals(async () => [2]);
  const first = await refusals.sort(Array.from({ length: 50 }, (_, n) => refused(n, 1 + (n % 2))));
  expect(first).toHaveLength(50);
  for (const { event_id, state } of first)
    expect(state).toBe(event_id === 2 ? "quarantined" : "waiting");
});
