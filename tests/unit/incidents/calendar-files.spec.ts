import { readFileSync } from "node:fs";
import { expect, test } from "@playwright/test";
import { calendarFiles, occurrencesIn, rowOf } from "#tests/support/data/calendar-files.ts";

// Written by the independent reader of calendar-files.thorough.spec.ts.
const TABLE = new URL("../../support/data/calendar-files.txt", import.meta.url);

test("what each program writes is read as by an independent reader", () => {
  const rows = calendarFiles.map(({ name, text, compared }) =>
    rowOf(name, compared(occurrencesIn(text))),
  );
  expect(rows).toEqual(readFileSync(TABLE, "utf8").trim().split("\n"));
  expect(rows.length).toBeGreaterThan(300);
});
