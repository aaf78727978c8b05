import { expect, test } from "@playwright/test";
import type { Outcome } from "#lib/notifications/ledger.queries.ts";
import { Refusals } from "#lib/notifications/sending/refusals.ts";
import { shiftClock } from "#lib/platform/clock.ts";

test.afterEach(() => shiftClock(0));

function refused(subscription_id: number, event_id = 1, more: Partial<Outcome> = {}): Outcome {
  const row = { subscription_id, event_id, attempts: 1, resent_at: null };
  const answer = "550 5.1.1 no such user";
  const told = { state: "quarantined", due_at: null, reason: "refused with 550", answer } as const;
  const rest = { uncounted: false, unwanted: false, provider_id: null };
  return { ...row, ...told, ...rest, ...more } as unknown as Outcome;
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

const states = (outcomes: readonly Outcome[]) => outcomes.map(({ state }) => state);
const none = async () => [];

test("four refusals alike are the recipients' own, five are the server's", async () => {
  for (const [count, state] of [
    [4, "quarantined"],
    [5, "waiting"],
  ] as const) {
    const refusals = new Refusals(none);
    await refusals.sort(Array.from({ length: count }, (_, n) => refused(n)));
    expect(states(await refusals.end())).toEqual(Array(count).fill(state));
  }
  const one = new Refusals(none);
  await one.sort(Array.from({ length: 9 }, () => refused(1)));
  expect(states(await one.end())).toEqual(Array(9).fill("quarantined"));
  const different = new Refusals(none);
  const words = ["user unknown", "mailbox gone", "no such person"];
  await different.sort(
    words.flatMap((answer, n) => [0, 1].map((m) => refused(2 * n + m, 1, { answer }))),
  );
  expect(states(await different.end())).toEqual(Array(6).fill("quarantined"));
  const alike = new Refusals(none);
  await alike.sort([1, 2, 3, 4, 5].map((n) => refused(n, 1, { answer: `550 user${n}@x unknown` })));
  expect(states(await alike.end())).toEqual(Array(5).fill("waiting"));
});

test("a mail that is accepted frees all that was held, and what came before it is forgotten", async () => {
  const refusals = new Refusals(none);
  await refusals.sort([1, 2, 3].map((n) => refused(n)));
  const arrived = refused(9, 1, { state: "handed_over" });
  expect(states(await refusals.sort([arrived]))).toEqual([
    ...["quarantined", "quarantined", "quarantined", "handed_over"],
  ]);
  await refusals.sort([4, 5].map((n) => refused(n)));
  expect(states(await refusals.end())).toEqual(["quarantined", "quarantined"]);
});

test("only refusals of addresses by a server are held, for ten seconds at most", async () => {
  const refusals = new Refusals(none);
  const others = [
    refused(1, 1, { uncounted: true }),
    refused(2, 1, { unwanted: true }),
    refused(3, 1, { state: "waiting" }),
  ];
  expect(await refusals.sort([...others, refused(4)])).toEqual(others);
  shiftClock(5_000);
  expect(await refusals.overdue()).toEqual([]);
  shiftClock(10_001);
  expect(await refusals.overdue()).toHaveLength(1);
  await refusals.sort(Array.from({ length: 49 }, (_, n) => refused(n)));
  expect(await refusals.sort([refused(50)])).toHaveLength(50);
});
