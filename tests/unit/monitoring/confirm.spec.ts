import { expect, test } from "@playwright/test";
import fc from "fast-check";
import {
  type CheckRules,
  type CheckState,
  type Outcome,
  step,
  UNKNOWN,
} from "#lib/monitoring/checks/confirm.ts";

const DEFAULT: CheckRules = { retries: null, confirmations: null };
const MINUTE = 60_000;

type Said = [at_ms: number, outcome: Outcome];

/** Each change of what is believed, as `down since 0 s, at 15 s`. */
function verdicts(said: Said[], rules = DEFAULT): string[] {
  let state: CheckState = UNKNOWN;
  return said.flatMap(([at_ms, outcome]) => {
    const next = step(state, { at_ms, outcome }, rules);
    state = next.state;
    if (!next.verdict) return [];
    const { is_up, since_ms } = next.verdict;
    return [`${is_up ? "up" : "down"} since ${since_ms / 1_000} s, at ${at_ms / 1_000} s`];
  });
}

const minutes = (outcome: Outcome, from: number, to: number): Said[] =>
  Array.from({ length: to - from }, (_, index) => [(from + index) * MINUTE, outcome]);

test("one lost request is not an outage, two in a row are, from the first on", () => {
  expect(verdicts([...minutes("up", 0, 2), [120_000, "down"], [135_000, "up"]])).toEqual([
    "up since 0 s, at 0 s",
  ]);
  expect(
    verdicts([
      [0, "up"],
      [60_000, "down"],
      [75_000, "down"],
    ]),
  ).toEqual(["up since 0 s, at 0 s", "down since 60 s, at 75 s"]);
});

test("what was never up is down after two failures", () => {
  expect(verdicts([[0, "down"]])).toEqual([]);
  expect(
    verdicts([
      [0, "down"],
      [12_000, "down"],
    ]),
  ).toEqual(["down since 0 s, at 12 s"]);
  expect(
    verdicts([
      [0, "down"],
      [12_000, "up"],
    ]),
  ).toEqual(["up since 12 s, at 12 s"]);
});

test("one success ends a short outage, two end one of more than five minutes", () => {
  const short: Said[] = [
    [0, "down"],
    [10_000, "down"],
    [5 * MINUTE, "up"],
  ];
  expect(verdicts(short)[1]).toBe("up since 300 s, at 300 s");
  const long: Said[] = [
    [0, "down"],
    [10_000, "down"],
    [5 * MINUTE + 1, "up"],
  ];
  expect(verdicts(long)).toHaveLength(1);
  expect(verdicts([...long, [6 * MINUTE, "down"], [7 * MINUTE, "up"]])).toHaveLength(1);
  expect(verdicts([...long, [6 * MINUTE, "up"]])[1]).toBe("up since 300.001 s, at 360 s");
});

test("a service's own numbers of failures and successes take the place of the usual ones", () => {
  const rules = { retries: 0, confirmations: 3 };
  const said: Said[] = [[0, "up"], [60_000, "down"], ...minutes("up", 2, 6)];
  expect(verdicts(said, rules)).toEqual([
    "up since 0 s, at 0 s",
    "down since 60 s, at 60 s",
    "up since 120 s, at 240 s",
  ]);
  expect(verdicts(minutes("down", 0, 5), { retries: 5, confirmations: null })).toEqual([]);
});

test("only a failure that is no verdict yet asks for another check soon", () => {
  const doubtful = step(UNKNOWN, { outcome: "down", at_ms: 0 }, DEFAULT);
  expect(doubtful.again).toBe(true);
  const down = step(doubtful.state, { outcome: "down", at_ms: 10_000 }, DEFAULT);
  expect(down.again).toBe(false);
  expect(step(down.state, { outcome: "up", at_ms: 10 * MINUTE }, DEFAULT).again).toBe(false);
});

test("failures with a long time between them, in which nobody looked, are no series", () => {
  for (const [interval_ms, apart_ms] of [
    [MINUTE, 5 * MINUTE],
    [5 * MINUTE, 10 * MINUTE],
  ] as const)
    for (const [more_ms, count] of [
      [0, 2],
      [1, 1],
      [180 * MINUTE, 1],
    ] as const) {
      const again: Said = [MINUTE + apart_ms + more_ms, "down"];
      const found = verdicts([[0, "up"], [MINUTE, "down"], again], { ...DEFAULT, interval_ms });
      expect([interval_ms, more_ms, found.length]).toEqual([interval_ms, more_ms, count]);
    }
});

test("with the longest interval two successes in a row still end a long outage", () => {
  const rules = { ...DEFAULT, interval_ms: 5 * MINUTE };
  const down = { ...UNKNOWN, is_up: false, since_ms: 0 };
  const at = (n: number) => ({ outcome: "up" as const, at_ms: n * (5 * MINUTE + 400) });
  const { state, verdict } = step(down, at(2), rules);
  expect(verdict).toBeNull();
  expect(step(state, at(3), rules).verdict).toMatchObject({ is_up: true });
});

const outcomes = fc.array(fc.constantFrom<Outcome>("up", "down", "none"), { maxLength: 60 });
const rules = fc.record({
  retries: fc.option(fc.nat(5)),
  confirmations: fc.option(fc.integer({ min: 1, max: 5 })),
});
const each = (list: Outcome[]): Said[] =>
  list.map((outcome, index) => [index * 15_000, outcome] as const).map(([at, what]) => [at, what]);

test("results without data change nothing", () => {
  fc.assert(
    fc.property(outcomes, rules, (list, given) => {
      const said = each(list);
      const known = said.filter(([, outcome]) => outcome !== "none");
      const isDense = known.every(([at], index) => at - (known[index - 1]?.[0] ?? at) <= 240_000);
      fc.pre(isDense);
      expect(verdicts(said, given)).toEqual(verdicts(known, given));
    }),
  );
});

test("a verdict differs from the one before, and dates from the first of its series", () => {
  fc.assert(
    fc.property(outcomes, rules, (list, given) => {
      let state = UNKNOWN;
      const known: Said[] = [];
      for (const [at_ms, outcome] of each(list)) {
        if (outcome !== "none") known.push([at_ms, outcome]);
        const before = state;
        const next = step(state, { at_ms, outcome }, given);
        state = next.state;
        if (!next.verdict) continue;
        const { is_up, since_ms } = next.verdict;
        expect(is_up).not.toBe(before.is_up);
        const series = known.filter(([at]) => at >= since_ms);
        expect(series.every(([, what]) => what === (is_up ? "up" : "down"))).toBe(true);
        if (!is_up) expect(series).toHaveLength(1 + (given.retries ?? 1));
      }
    }),
  );
});
