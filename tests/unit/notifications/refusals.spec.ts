import { expect, test } from "@playwright/test";
import type { Outcome } from "#lib/notifications/ledger.queries.ts";
import { OTHERS_ACCEPTED } from "#lib/notifications/sending/outcomes.ts";
import { noSuspects, Refusals } from "#lib/notifications/sending/refusals.ts";
import { now, shiftClock } from "#lib/platform/clock.ts";

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
const call = (began_ms = now().getTime()) => ({ destination: RELAY, began_ms });

test("what is held back is written long before its claim ends, whatever else happens", () => {
  const refusals = new Refusals(noSuspects());
  expect(refusals.sort([refused(1)], call())).toEqual([]);
  shiftClock(5_000);
  expect(refusals.overdue()).toEqual([]);
  shiftClock(11_000);
  expect(refusals.overdue()).toMatchObject([{ subscription_id: 1, state: "waiting" }]);
  expect(refusals.end()).toEqual([]);
});

test("few refusals of a server so slow that no later message was accepted convict nobody", () => {
  const refusals = new Refusals(noSuspects());
  refusals.sort(many(2), call());
  shiftClock(11_000);
  expect(states(refusals.overdue())).toEqual(["waiting", "waiting"]);
  refusals.sort([refused(7)], call());
  expect(states(refusals.sort([accepted()], call()))).toEqual(["handed_over", "quarantined"]);
});

test("four refusals alike are the recipients' own, five are the server's", () => {
  const end = (all: Outcome[]) => {
    const refusals = new Refusals(noSuspects());
    refusals.sort(all, call());
    return states(refusals.end());
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
  const refusals = new Refusals(noSuspects());
  const unfit = many(5, () => ({ state: "withdrawn", answer: "554 looks like spam" }));
  refusals.sort(unfit, call());
  expect(states(refusals.end())).toEqual(Array(5).fill("waiting"));
});

test("a mail that began later ends a run; one that was under way when it began does not", () => {
  const refusals = new Refusals(noSuspects());
  const before_ms = now().getTime() - 1;
  refusals.sort(many(3), call());
  expect(states(refusals.sort([accepted()], call(before_ms)))).toEqual(["handed_over"]);
  refusals.sort(
    many(2, (n) => ({ subscription_id: 10 + n })),
    call(),
  );
  const settled = refusals.sort([accepted()], call());
  expect(states(settled)).toEqual(["handed_over", ...Array(5).fill("waiting")]);
  refusals.sort(
    many(3, () => ({ answer: "550 5.1.1 gone" })),
    call(),
  );
  const own = refusals.sort([accepted()], call());
  expect(states(own)).toEqual(["handed_over", ...Array(3).fill("quarantined")]);
  expect(refusals.end()).toEqual([]);
});

test("what a server said to many is its own trouble for half an hour if it says so to one", () => {
  const suspects = noSuspects();
  const [first, second] = [new Refusals(suspects), new Refusals(suspects)];
  first.sort(many(5), call());
  first.end();
  const one = () => {
    second.sort([refused(7)], call());
    return states(second.end());
  };
  shiftClock(29 * 60_000);
  expect(one()).toEqual(["waiting"]);
  shiftClock(31 * 60_000);
  expect(one()).toEqual(["quarantined"]);
});

test("of few, whose message had other trouble before is believed dead after an hour only", () => {
  const one = (attempts: number) => {
    const refusals = new Refusals(noSuspects());
    refusals.sort([refused(7, { attempts })], call());
    return states(refusals.end())[0];
  };
  expect([1, 2, 11, 12].map(one)).toEqual(["quarantined", "waiting", "waiting", "quarantined"]);
});

test("another server's acceptance says nothing", () => {
  const refusals = new Refusals(noSuspects());
  refusals.sort(many(5), call());
  const other = { destination: "server email other.example:587", began_ms: now().getTime() };
  expect(states(refusals.sort([accepted()], other))).toEqual(["handed_over"]);
  refusals.sort(many(3), other);
  expect(states(refusals.end())).toEqual([
    ...Array(5).fill("waiting"),
    ...Array(3).fill("quarantined"),
  ]);
});

test("an hour of refusals convicts whom the server refuses while it takes others", () => {
  const round = (attempts: number, earlier_reason: string | null) => {
    const refusals = new Refusals(noSuspects());
    refusals.sort(
      many(5, () => ({ attempts, earlier_reason })),
      call(),
    );
    return new Set(states(refusals.end()));
  };
  const known = `refused with 550${OTHERS_ACCEPTED}`;
  expect(round(11, known)).toEqual(new Set(["waiting"]));
  expect(round(12, known)).toEqual(new Set(["quarantined"]));
  expect(round(99, "refused with 550")).toEqual(new Set(["waiting"]));
});

test("that the server took others is noted until the next attempt, for all of a run", () => {
  const reason = (all: Outcome[], isAccepted: boolean) => {
    const refusals = new Refusals(noSuspects());
    refusals.sort(all, call());
    const settled = isAccepted ? refusals.sort([accepted()], call()).slice(1) : refusals.end();
    return new Set(settled.map((outcome) => outcome.reason));
  };
  const noted = `refused with 550${OTHERS_ACCEPTED}`;
  expect(reason(many(5), true)).toEqual(new Set([noted]));
  expect(reason(many(5), false)).toEqual(new Set(["refused with 550"]));
  const one = (n: number) => ({ earlier_reason: n === 3 ? noted : null });
  expect(reason(many(5, one), false)).toEqual(new Set([noted]));
});

test("only what a server refuses is held", () => {
  const others = [
    refused(1, { uncounted: true }),
    refused(2, { unwanted: true }),
    refused(3, { state: "waiting" }),
    refused(4, { answer: null }),
  ];
  expect(new Refusals(noSuspects()).sort([...others, refused(5)], call())).toEqual(others);
});
