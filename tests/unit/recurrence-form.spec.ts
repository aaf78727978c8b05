import { expect, test } from "@playwright/test";
import {
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
