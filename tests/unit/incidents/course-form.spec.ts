import { expect, test } from "@playwright/test";
import { impactsIn, markOf, rowsOf } from "#app/(admin)/pages/[subdomain]/incidents/_course.ts";

const at = (clock: string) => `2026-11-20T${clock}:00`;
const impact = (service_id: number, type: string, from: string, to: string | null) => {
  return { service_id, type, starts_at: at(from), ends_at: to && at(to) };
};

const shown = [
  impact(1, "major", "09:00", "10:00"),
  impact(2, "major", "09:00", "10:00"),
  impact(2, "minor", "10:00", null),
];

type Row = [service_ids: number[], type: string, from: string, until: string];
const ROWS: Row[] = [
  [[2, 1], "major", at("09:00"), at("10:00")],
  [[2], "minor", at("10:00"), ""],
];

function formOf(rows: Row[], mark: string | null = markOf(shown)): FormData {
  const form = new FormData();
  if (mark !== null) form.append("impacts.shown", mark);
  for (const [index, [ids, type, from, until]] of rows.entries()) {
    const path = `impacts.${index}.`;
    for (const id of ["", ...ids]) form.append(`${path}service_ids`, String(id));
    form.append(`${path}type`, type);
    form.append(`${path}starts_at`, from);
    form.append(`${path}ends_at`, until);
  }
  return form;
}

test("services that suffered alike are one row", () => {
  expect(rowsOf(shown)).toEqual([
    { type: "major", starts_at: at("09:00"), ends_at: at("10:00"), service_ids: [1, 2] },
    { type: "minor", starts_at: at("10:00"), ends_at: null, service_ids: [2] },
  ]);
});

test("rows that are as they were shown say nothing, nor does a form without any", () => {
  expect(impactsIn(formOf(ROWS))).toBeUndefined();
  expect(impactsIn(formOf(ROWS.toReversed()))).toBeUndefined();
  expect(impactsIn(formOf(ROWS, null))).toBeUndefined();
});

test("rows that were changed say all impacts, without those that are blank", () => {
  const changed: Row = [[1], "minor", at("11:00"), ""];
  const blank: Row = [[], "major", "", ""];
  expect(impactsIn(formOf([...ROWS, blank, changed]))).toEqual([
    impact(2, "major", "09:00", "10:00"),
    impact(1, "major", "09:00", "10:00"),
    impact(2, "minor", "10:00", null),
    impact(1, "minor", "11:00", null),
  ]);
  expect(impactsIn(formOf(ROWS.slice(0, 1)))).toHaveLength(2);
});

test("what a row lacks, and that there is none, is left for the schema to refuse", () => {
  expect(impactsIn(formOf([[[], "major", at("09:00"), ""]]))).toEqual([
    { type: "major", starts_at: at("09:00"), ends_at: null },
  ]);
  expect(impactsIn(formOf([]))).toEqual([{}]);
});
