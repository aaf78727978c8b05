import { expect, test } from "@playwright/test";
import { delayAfter_s } from "#lib/core/outbox/messages.ts";
import type { Claimed } from "#lib/notifications/ledger.queries.ts";
import {
  isExpired,
  outcomeOf,
  postponed,
  quarantined,
  SENDER_PAUSE_S,
  unprepared,
  waitingTogether,
  withdrawn,
} from "#lib/notifications/sending/outcomes.ts";
import { Rates } from "#lib/notifications/sending/rates.ts";
import {
  later,
  now,
  secondsBetween,
  shiftClock,
  wireNotBefore,
  wireNow,
} from "#lib/platform/clock.ts";
import type { Verdict } from "#lib/platform/verdict.ts";
import {
  optedOut,
  refusesMessage,
  refusesPerson,
  refusesUs,
  tryAgain,
} from "#lib/platform/verdict.ts";

test.afterEach(() => shiftClock(0));

const row = (attempts = 1) => ({ subscription_id: 7, attempts }) as Claimed;
const failed = (more: object = {}): Verdict => ({
  ...tryAgain("status 500", { answer: "500 oops" }),
  ...more,
});
const partly = refusesUs("status 500", "500 oops", { stops: false });
const CALM = { opens_at_ms: 0, random: 0 };
const NOTHING = {
  uncounted: false,
  unwanted: false,
  provider_id: null,
  reason: null,
  answer: null,
};

/** Seconds from now until the next attempt, whose second is rounded up. */
function delay_s(verdict: Verdict, { attempts = 1, random = 0, opens_in_s = 0 } = {}): number {
  const opens_at_ms = opens_in_s === 0 ? 0 : now().getTime() + opens_in_s * 1_000;
  const { due_at } = outcomeOf(row(attempts), verdict, { opens_at_ms, random });
  return due_at === null ? Number.NaN : secondsBetween(wireNow(), due_at);
}

const near = (seconds: number) => ({ least: Math.floor(seconds), most: Math.ceil(seconds) + 1 });

const DELAYS: [verdict: Verdict, how: Parameters<typeof delay_s>[1], seconds: number][] = [
  [failed(), { attempts: 1 }, delayAfter_s(1, 0)],
  [failed(), { attempts: 6 }, delayAfter_s(6, 0)],
  [partly, { attempts: 4 }, delayAfter_s(4, 0)],
  [partly, { attempts: 9 }, delayAfter_s(4, 0)],
  [failed({ scope: "recipient" }), { attempts: 9 }, delayAfter_s(9, 0)],
  [failed({ after_s: 7_200 }), { attempts: 1 }, 7_200],
  [failed({ throttled: true }), {}, 0],
  [failed({ throttled: true }), { random: 0.99 }, 4.95],
  [failed({ throttled: true, after_s: 60 }), { opens_in_s: 90 }, 90],
  [failed({ throttled: true, after_s: 90 }), { opens_in_s: 60 }, 90],
  [failed({ throttled: true }), { opens_in_s: -60 }, 0],
  [failed(), { opens_in_s: 9_000 }, delayAfter_s(1, 0)],
];

test("a failed attempt is repeated after the pause that fits who asked for it", () => {
  for (const [verdict, how, seconds] of DELAYS) {
    const { least, most } = near(seconds);
    const found = delay_s(verdict, how);
    expect(found, JSON.stringify([verdict, how])).toBeGreaterThanOrEqual(least);
    expect(found, JSON.stringify([verdict, how])).toBeLessThanOrEqual(most);
    expect(outcomeOf(row(), verdict, CALM)).toMatchObject({
      ...{ ...NOTHING, state: "waiting", reason: "status 500", answer: "500 oops" },
    });
  }
});

const REFUSALS = {
  sender: refusesUs("refused", "550 no"),
  message: refusesMessage("refused", "550 no"),
  subscriber: optedOut("refused", "550 no"),
  address: refusesPerson("refused", "550 no"),
};
const refusal = (about: keyof typeof REFUSALS): Verdict => REFUSALS[about];

test("what is refused for good ends as its fault has it; what is the sender's waits for repair", () => {
  const ended = { ...NOTHING, due_at: null, reason: "refused", answer: "550 no" };
  expect(outcomeOf(row(), refusal("message"), CALM)).toMatchObject({
    ...ended,
    state: "withdrawn",
  });
  expect(outcomeOf(row(), refusal("subscriber"), CALM)).toMatchObject({
    ...{ ...ended, state: "quarantined", unwanted: true },
  });
  expect(outcomeOf(row(), refusal("address"), CALM)).toMatchObject({
    ...{ ...ended, state: "quarantined", unwanted: false },
  });
  expect(outcomeOf(row(), refusal("sender"), CALM).state).toBe("waiting");
  const { least, most } = near(SENDER_PAUSE_S + 2.5);
  const found = delay_s(refusal("sender"), { random: 0.5 });
  expect(found >= least && found <= most).toBe(true);
  const arrived: Verdict = { outcome: "delivered", provider_id: "p", answer: "250" };
  expect(outcomeOf(row(), arrived, CALM)).toEqual({
    ...{
      ...row(),
      ...NOTHING,
      state: "handed_over",
      due_at: null,
      provider_id: "p",
      answer: "250",
    },
  });
});

test("what was not attempted is not counted", () => {
  const uncounted = { ...row(), ...NOTHING, uncounted: true, due_at: null, reason: "why" };
  expect(withdrawn(row(), "why")).toEqual({ ...uncounted, state: "withdrawn" });
  expect(quarantined(row(), "why")).toEqual({ ...uncounted, state: "quarantined" });
  expect(postponed(row(), "t", "why")).toEqual({ ...uncounted, state: "waiting", due_at: "t" });
  expect(unprepared(row(), 0)).toMatchObject({ ...NOTHING, state: "waiting", reason: "internal" });
});

test("all whom a server refuses alike wait for the same moment, within five minutes", () => {
  const due = (ms: number) => {
    shiftClock(ms - Date.now());
    const { due_at, state } = waitingTogether(withdrawn(row(), "x"), false);
    return [state, due_at];
  };
  const hour = Date.parse("2026-11-20T12:00:00Z");
  for (const [ms, due_at] of [
    [hour, "2026-11-20T12:05:00"],
    [hour + 299_000, "2026-11-20T12:05:00"],
    [hour + 301_000, "2026-11-20T12:10:00"],
  ] as const)
    expect(due(ms)).toEqual(["waiting", due_at]);
  expect(wireNotBefore(hour + 1)).toBe("2026-11-20T12:00:01");
  expect(wireNotBefore(hour)).toBe("2026-11-20T12:00:00");
});

test("news expires after a day", () => {
  const DAY_S = 86_400;
  expect(isExpired(later(wireNow(), -DAY_S - 1))).toBe(true);
  expect(isExpired(later(wireNow(), -DAY_S + 60))).toBe(false);
});

const LEARNED: [verdict: Verdict, own: boolean, pauses: boolean][] = [
  [failed({ throttled: true }), true, true],
  [failed({ after_s: 1 }), true, true],
  [failed(), true, false],
  [refusal("sender"), true, true],
  [refusal("sender"), false, true],
  [refusal("message"), true, false],
  [failed({ throttled: true, scope: "recipient" }), false, false],
  [failed({ throttled: true, scope: "recipient" }), true, true],
  [partly, false, false],
  [failed({ throttled: true, scope: "provider" }), false, true],
];

test("a destination is left alone by what it says, and only it", () => {
  for (const [verdict, isOwn, pauses] of LEARNED) {
    const rates = new Rates();
    const limited = {
      destination: "host.example",
      address: isOwn ? "https://host.example/a" : null,
    };
    rates.to(limited, "1").learn(verdict);
    const name = JSON.stringify([verdict, isOwn]);
    expect(rates.to(limited, "1").opens_at_ms > 0, name).toBe(pauses);
    expect(rates.to({ ...limited, destination: "other.example" }, "1").opens_at_ms).toBe(0);
  }
});

test("five failures in a row close the address, or the client's account, others go on", () => {
  const fail = (rates: Rates, limited: Parameters<Rates["to"]>[0], more = {}) => {
    for (let count = 0; count < 5; count++) rates.to(limited, "1").learn(failed(more));
    return [rates.to(limited, "1"), rates.to(limited, "2")].map(
      ({ opens_at_ms }) => opens_at_ms > 0,
    );
  };
  const own = { destination: "host.example", address: "https://host.example/a" };
  const shared = { destination: "host.example", address: null };
  expect(fail(new Rates(), own)).toEqual([true, true]);
  expect(fail(new Rates(), own, { answer: "400 no" })).toEqual([false, false]);
  expect(fail(new Rates(), own, { answer: null })).toEqual([true, true]);
  const refused = new Rates();
  for (let count = 0; count < 5; count++) refused.to(shared, "1").learn(partly);
  expect(["1", "2"].map((client) => refused.to(shared, client).opens_at_ms > 0)).toEqual([
    true,
    false,
  ]);
  const rates = new Rates();
  fail(rates, own);
  expect(rates.to({ ...own, address: "https://host.example/b" }, "1").opens_at_ms).toBe(0);
});
