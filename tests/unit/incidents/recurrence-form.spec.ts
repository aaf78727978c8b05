import { expect, test } from "@playwright/test";
import {
  choicesOn,
  chosenRule,
  recurrenceOf,
  ruleOf,
} from "#app/(admin)/pages/[subdomain]/maintenance/_recurrence.ts";

const LAST_FRIDAY = "2026-11-27T22:00";

test("each choice is a rule for the day on which the maintenance begins", () => {
  const rules = (["weekly", "monthly_day", "monthly_week", "monthly_last"] as const).map((choice) =>
    ruleOf(choice, LAST_FRIDAY),
  );
  expect(rules).toEqual([
    "FREQ=WEEKLY;BYDAY=FR",
    "FREQ=MONTHLY;BYMONTHDAY=27",
    "FREQ=MONTHLY;BYDAY=4FR",
    "FREQ=MONTHLY;BYDAY=-1FR",
  ]);
  expect(ruleOf("monthly_last", "2026-11-20T22:00")).toBeNull();
});

test("before a start is chosen, the common repeats are offered, each of which every day has", () => {
  const offered = choicesOn("");
  expect(offered).toEqual(["", "daily", "weekly", "biweekly", "monthly_day", "yearly", "own"]);
  for (const day of ["2026-11-29", "2028-02-29", "2026-12-31"])
    expect(choicesOn(day)).toEqual(expect.arrayContaining(offered));
});

test("a rule shown in the form is the same rule when it is sent", () => {
  for (const rule of ["FREQ=DAILY;COUNT=3", "FREQ=MONTHLY;BYDAY=-1FR;UNTIL=20271231"])
    expect(chosenRule(recurrenceOf(rule, LAST_FRIDAY), LAST_FRIDAY)).toBe(rule);
  expect(recurrenceOf("FREQ=WEEKLY;BYDAY=MO,FR", LAST_FRIDAY).repeat).toBe("own");
});

test("a choice that the day does not have is refused, never taken for no repetition", () => {
  const last = { ...recurrenceOf(null, ""), repeat: "monthly_last" } as const;
  expect(chosenRule(last, "2026-11-20T22:00")).toBe("?");
  expect(chosenRule(recurrenceOf(null, ""), LAST_FRIDAY)).toBeNull();
});
