import { expect, test } from "@playwright/test";
import { monthFormats } from "#lib/site/words/months.ts";

test("a month begins with a capital as a heading, and as its language has it in a sentence", () => {
  const { month, heading } = monthFormats("fr");
  expect([month("2026-09"), heading("2026-09")]).toEqual(["septembre 2026", "Septembre 2026"]);
  expect(monthFormats("pl").heading("2026-09")).toBe("Wrzesień 2026");
});

test("weekdays of a calendar are one letter where the language has no short names", () => {
  const { weekdays } = monthFormats("ar");
  expect(weekdays.map(({ short }) => [...short].length)).toEqual(Array(7).fill(1));
  expect(weekdays[0]?.long).toBe("السبت");
  expect(monthFormats("de").weekdays[0]).toEqual({ short: "Mo", long: "Montag" });
});
