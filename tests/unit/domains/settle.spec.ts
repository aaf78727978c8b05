import { expect, test } from "@playwright/test";
import type { DueDomain } from "#lib/domains/queries.ts";
import { pauseAfter, type Step, withDeadline } from "#lib/domains/settle.ts";
import { DAY_SECONDS } from "#lib/platform/clock.ts";

const state = { order_url: "https://ca.example/1" };
const fields = { main_hostname: "status.acme.example" };
const STEPS: Record<Step["kind"], Step> = {
  waiting: { kind: "waiting", state, fields, again_ms: 1_000 },
  active: { kind: "active", state, fields, again_ms: 1_000 },
  failed: { kind: "failed", state, fields, error: "Refused." },
  postponed: { kind: "postponed", state, trouble: "No answer.", again_ms: 1_000 },
};
const IN_VAIN = "It could not be set up within seven days:";
const WEEK_S = 7 * DAY_SECONDS;

/** In which phase, at which age and by which step a set-up has failed for lack of time. */
const EXPIRED: [DueDomain["phase"], number, Step["kind"], string | null][] = [
  ["configuring", WEEK_S - 1, "waiting", null],
  ["configuring", WEEK_S - 1, "postponed", null],
  ["configuring", WEEK_S, "waiting", `${IN_VAIN} the DNS records do not lead to this page.`],
  ["configuring", WEEK_S, "postponed", `${IN_VAIN} No answer.`],
  ["configuring", WEEK_S, "active", null],
  ["configuring", WEEK_S, "failed", null],
  ["active", WEEK_S, "waiting", null],
  ["active", 52 * WEEK_S, "postponed", null],
  ["leaving", WEEK_S, "waiting", null],
  ["leaving", WEEK_S, "postponed", null],
];

test("only what is being set up, and for seven days in vain, has failed for lack of time", () => {
  for (const [phase, age_s, kind, error] of EXPIRED) {
    const after = withDeadline({ phase, age_s }, STEPS[kind]);
    const expired = {
      kind: "failed",
      state: { ...state, has_failed: true },
      fields: kind === "waiting" ? fields : {},
      error,
      isExpired: true,
    };
    expect(after, `${phase} ${age_s} ${kind}`).toEqual(error === null ? STEPS[kind] : expired);
  }
});

test("each attempt in a row that fails doubles the pause, from 3 seconds to 10 minutes", () => {
  const pauses: [number, number][] = [
    [0, 3_000],
    [1, 6_000],
    [7, 384_000],
    [8, 600_000],
    [1_000, 600_000],
  ];
  expect(pauses.map(([attempts]) => [attempts, pauseAfter(attempts)])).toEqual(pauses);
});
