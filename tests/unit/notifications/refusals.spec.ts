import { expect, test } from "@playwright/test";
import type { Outcome } from "#lib/notifications/ledger.queries.ts";
import { OTHERS_ACCEPTED } from "#lib/notifications/sending/outcomes.ts";
import { RefusalRuns, Refusals } from "#lib/notifications/sending/refusals.ts";
import { shiftClock } from "#lib/platform/clock.ts";

test.afterEach(() => shiftClock(0));

function refused(subscription_id: number, more: Partial<Outcome> = {}): Outcome {
  const row = { subscription_id, event_id: 1, attempts: 1, resent_at: null, earlier_reason: null };
  const answer = "550 5.1.1 no such user";
  const told = { state: "quarantined", due_at: null, reason: "refused with 550", answer } as const;
  const rest = { uncounted: false, unwanted: false, provider_id: null };
  return { ...row, ...told, ...rest, ...more } as unknown as Outcome;
}

const states = (outcomes: readonly Outcome[]) => outcomes.map(({ state }) => state);
const many = (count: number, more: (n: number) => Partial<Outcome> = () => ({})) =>
  Array.from({ length: count }, (_, n) => refused(n, more(n)));
const accepted = () => refused(999, { state: "handed_over" });
const RELAY = "server email mail.example:587";
const EARLY = { destination: RELAY, began: -1 };
const LATE = { destination: RELAY, began: Number.MAX_SAFE_INTEGER };
const ALL = { isComplete: true };
const pass = (runs = new RefusalRuns()) => new Refusals(runs);

/** @returns a pass in which the server has accepted something before */
function workingPass(runs?: RefusalRuns): Refusals {
  const refusals = pass(runs);
  refusals.sort([accepted()], EARLY);
  return refusals;
}

test("what is held back is written long before its claim ends, whatever else happens", () => {
  const refusals = pass();
  expect(refusals.sort([refused(1)], EARLY)).toEqual([]);
  shiftClock(5_000);
  expect(refusals.overdue()).toEqual([]);
  shiftClock(11_000);
  expect(refusals.overdue()).toMatchObject([{ subscription_id: 1, state: "waiting" }]);
  expect(refusals.end(ALL)).toEqual([]);
});

test("few refusals of a server so slow that no later message was accepted convict nobody", () => {
  const refusals = pass();
  refusals.sort(many(2), EARLY);
  shiftClock(11_000);
  expect(states(refusals.overdue())).toEqual(["waiting", "waiting"]);
  refusals.sort([refused(7)], EARLY);
  expect(states(refusals.sort([accepted()], LATE))).toEqual(["handed_over", "quarantined"]);
});

test("four refusals alike are the recipients' own, five are the server's", () => {
  const end = (all: Outcome[]) => {
    const refusals = workingPass();
    refusals.sort(all, EARLY);
    return states(refusals.end(ALL));
  };
  expect(end(many(4))).toEqual(Array(4).fill("quarantined"));
  expect(end(many(5))).toEqual(Array(5).fill("waiting"));
  expect(end(Array.from({ length: 9 }, () => refused(1)))).toEqual(Array(9).fill("quarantined"));
  const words = ["550 user unknown", "550 mailbox gone", "550 no such person"];
  const different = many(6, (n) => ({ answer: words[n % 3] ?? "" }));
  expect(end(different)).toEqual(Array(6).fill("quarantined"));
  const named = many(5, (n) => ({ answer: `550 user${n}@x and host.example${n} unknown` }));
  expect(end(named)).toEqual(Array(5).fill("waiting"));
});

test("messages refused alike as unfit, by whatever channel, wait as well", () => {
  const refusals = pass();
  const unfit = many(5, () => ({ state: "withdrawn", answer: "554 looks like spam" }));
  refusals.sort(unfit, EARLY);
  expect(states(refusals.end(ALL))).toEqual(Array(5).fill("waiting"));
});

test("a mail that began later ends a run; one that was under way when it began does not", () => {
  const refusals = pass();
  refusals.sort(many(3), EARLY);
  expect(states(refusals.sort([accepted()], EARLY))).toEqual(["handed_over"]);
  refusals.sort(
    many(2, (n) => ({ subscription_id: 10 + n })),
    EARLY,
  );
  const settled = refusals.sort([accepted()], LATE);
  expect(states(settled)).toEqual(["handed_over", ...Array(5).fill("waiting")]);
  refusals.sort(
    many(3, () => ({ answer: "550 5.1.1 gone" })),
    EARLY,
  );
  const own = refusals.sort([accepted()], LATE);
  expect(states(own)).toEqual(["handed_over", ...Array(3).fill("quarantined")]);
  expect(refusals.end(ALL)).toEqual([]);
});

test("what a server said to many is its own trouble for half an hour if it says so to one", () => {
  const runs = new RefusalRuns();
  const [first, second] = [pass(runs), pass(runs)];
  first.sort(many(5), EARLY);
  first.sort([accepted()], LATE);
  const one = () => {
    second.sort([refused(7)], EARLY);
    return states(second.end(ALL));
  };
  shiftClock(29 * 60_000);
  expect(one()).toEqual(["waiting"]);
  shiftClock(31 * 60_000);
  expect(one()).toEqual(["quarantined"]);
});

test("of few, whose message had other trouble before is believed dead after an hour only", () => {
  const one = (attempts: number) => {
    const refusals = pass();
    refusals.sort([refused(7, { attempts })], EARLY);
    return states(refusals.end(ALL))[0];
  };
  expect([1, 2, 11, 12].map(one)).toEqual(["quarantined", "waiting", "waiting", "quarantined"]);
});

test("another server's acceptance says nothing", () => {
  const refusals = pass();
  refusals.sort(many(5), EARLY);
  const other = { ...LATE, destination: "server email other.example:587" };
  expect(states(refusals.sort([accepted()], other))).toEqual(["handed_over"]);
  refusals.sort(many(3), other);
  expect(states(refusals.end(ALL))).toEqual([
    ...Array(5).fill("waiting"),
    ...Array(3).fill("quarantined"),
  ]);
});

test("an hour of refusals convicts whom the server refuses while it takes others", () => {
  const round = (attempts: number, earlier_reason: string | null) => {
    const refusals = pass();
    refusals.sort(
      many(5, () => ({ attempts, earlier_reason })),
      EARLY,
    );
    return new Set(states(refusals.end(ALL)));
  };
  const known = `refused with 550${OTHERS_ACCEPTED}`;
  expect(round(11, known)).toEqual(new Set(["waiting"]));
  expect(round(12, known)).toEqual(new Set(["quarantined"]));
  expect(round(99, "refused with 550")).toEqual(new Set(["waiting"]));
});

test("that the server took others is noted until the next attempt, for all of a run", () => {
  const reason = (all: Outcome[], isAccepted: boolean) => {
    const refusals = pass();
    refusals.sort(all, EARLY);
    const settled = isAccepted ? refusals.sort([accepted()], LATE).slice(1) : refusals.end(ALL);
    return new Set(settled.map((outcome) => outcome.reason));
  };
  const noted = `refused with 550${OTHERS_ACCEPTED}`;
  expect(reason(many(5), true)).toEqual(new Set([noted]));
  expect(reason(many(5), false)).toEqual(new Set(["refused with 550"]));
  const one = (n: number) => ({ earlier_reason: n === 3 ? noted : null });
  expect(reason(many(5, one), false)).toEqual(new Set([noted]));
});

for (const [name, { before = workingPass, isComplete = true, count = 2, convicts = false }] of [
  ["one refused alone is believed dead", { before: pass, count: 1, convicts: true }],
  ["two of whom the server took nobody wait", { before: pass }],
  ["the last two of a server that took others are believed dead", { convicts: true }],
  ["the last one before sending was broken off waits", { count: 1, isComplete: false }],
  ["the last one before the server was left alone waits", { before: doubtful, count: 1 }],
] as [string, Partial<End>][])
  test(`at the end of sending, ${name}`, () => {
    const refusals = before(new RefusalRuns());
    refusals.sort(many(count), EARLY);
    const state = convicts ? "quarantined" : "waiting";
    expect(states(refusals.end({ isComplete }))).toEqual(Array(count).fill(state));
  });

type End = {
  before: (runs: RefusalRuns) => Refusals;
  isComplete: boolean;
  count: number;
  convicts: boolean;
};

function doubtful(runs: RefusalRuns): Refusals {
  const refusals = workingPass(runs);
  refusals.doubt(RELAY);
  return refusals;
}

test("two refused at the end of one pass and three at the start of the next are five", () => {
  const runs = new RefusalRuns();
  const first = pass(runs);
  first.sort(many(2), EARLY);
  expect(states(first.end({ isComplete: false }))).toEqual(Array(2).fill("waiting"));
  shiftClock(6 * 60_000);
  const next = pass(runs);
  const three = many(3, (n) => ({ subscription_id: 10 + n }));
  next.sort(three, EARLY);
  const settled = next.sort([accepted()], LATE);
  expect(states(settled)).toEqual(["handed_over", ...Array(3).fill("waiting")]);
});

test("what a server accepts from one page settles what another one holds", () => {
  const runs = new RefusalRuns();
  const [here, elsewhere] = [pass(runs), pass(runs)];
  here.sort(many(2), EARLY);
  elsewhere.sort([accepted()], LATE);
  expect(states(here.end({ isComplete: false }))).toEqual(Array(2).fill("quarantined"));
});

test("the marks of those tried for long convict nobody who came later", () => {
  const refusals = pass();
  const earlier_reason = `refused with 550${OTHERS_ACCEPTED}`;
  const round = (n: number) => (n < 5 ? { attempts: 20, earlier_reason } : { attempts: 12 });
  refusals.sort(many(10, round), EARLY);
  expect(states(refusals.end(ALL))).toEqual([
    ...Array(5).fill("quarantined"),
    ...Array(5).fill("waiting"),
  ]);
});

test("only what a server refuses is held", () => {
  const others = [
    refused(1, { uncounted: true }),
    refused(2, { unwanted: true }),
    refused(3, { state: "waiting" }),
    refused(4, { answer: null }),
  ];
  expect(pass().sort([...others, refused(5)], EARLY)).toEqual(others);
});
