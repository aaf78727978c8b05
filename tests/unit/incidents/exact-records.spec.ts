import { expect, test } from "@playwright/test";
import { courseOf } from "#lib/incidents/course.ts";
import { declareImpacts, followUpdates, restate } from "#lib/incidents/declared.ts";
import { A, at, B, C, lines, opened, put, said } from "#tests/support/data/declared-incidents.ts";

const exact = [
  { service_id: A, type: "major", starts_at: at("9:00"), ends_at: at("10:00") },
  { service_id: A, type: "minor", starts_at: at("10:00"), ends_at: at("11:00") },
  { service_id: B, type: "minor", starts_at: at("9:30"), ends_at: at("11:00") },
];
const times = { type: "minor", starts_at: at("9:00"), ends_at: at("11:00"), service_ids: [A, B] };

test("an exact record is kept as it is, whatever was said before", () => {
  const record = declareImpacts(exact, times, 3, null);
  const before = said(["escalate", "9:10"], ["resolved", "9:20"], ["issue", "9:40"]);
  const kept = ["1 major 09:00–10:00", "2 minor 09:30–11:00", "1 minor 10:00–11:00"];
  expect(lines(record, before)).toEqual(kept);
  expect(courseOf(record, "minor", before, [])).toMatchObject({ ...times, reopened_at: null });
});

test("what is said after an exact record changes it, and what is corrected holds throughout", () => {
  const record = declareImpacts(exact, times, 0, null);
  const relapse = said(["issue", "12:00"]);
  const kept = ["1 major 09:00–10:00", "2 minor 09:30–11:00", "1 minor 10:00–11:00"];
  expect(lines(record, relapse)).toEqual([...kept, "1 minor 12:00–", "2 minor 12:00–"]);
  expect(lines(record, said(["resolved", "9:45"]))).toEqual([
    "1 major 09:00–09:45",
    "2 minor 09:30–09:45",
  ]);
  expect(lines(put(record, [], { type: "major" }, "12:00"))).toEqual([
    "1 major 09:00–11:00",
    "2 major 09:30–11:00",
  ]);
  expect(lines(put(record, [], { starts_at: at("9:40") }, "12:00"))).toEqual([
    ...["1 major 09:40–10:00", "2 minor 09:40–11:00", "1 minor 10:00–11:00"],
  ]);
  expect(lines(put(record, [], { ends_at: null }, "12:00"))).toEqual([
    ...["1 major 09:00–10:00", "2 minor 09:30–", "1 minor 10:00–"],
  ]);
  expect(lines(put(record, [], { service_ids: [B, C] }, "12:00"))).toEqual([
    ...["3 minor 09:00–11:00", "2 minor 09:30–11:00"],
  ]);
});

test("without its exact record the course follows from all that was said, also meanwhile", () => {
  const both = opened("major", "9:00", null, [A, B]);
  const before = said(["deescalate", "9:30"]);
  const follow = lines(both, before);
  const first = declareImpacts(exact, times, 1, both);
  const again = declareImpacts(exact.slice(0, 1), times, 1, first);
  expect(lines(again, before)).toEqual(["1 major 09:00–10:00"]);
  expect(lines(followUpdates(again), before)).toEqual(follow);
  const meanwhile = said(["deescalate", "9:30"], ["issue", "12:00"], ["resolved", "13:00"]);
  const moved = put(again, meanwhile, { starts_at: at("8:00"), service_ids: [B] }, "14:00");
  expect(lines(followUpdates(moved), meanwhile)).toEqual([
    ...["2 major 08:00–09:30", "2 minor 09:30–13:00"],
  ]);
  const edited = said(["deescalate", "9:40"], ["issue", "12:00"], ["resolved", "13:00"]);
  expect(lines(followUpdates(restate(moved, 1)), edited)).toEqual([
    ...["2 major 08:00–09:40", "2 minor 09:40–13:00"],
  ]);
});

test("what began with an exact record follows from the times and services of that record", () => {
  const record = declareImpacts(exact, times, 0, null);
  expect(lines(followUpdates(record))).toEqual(["1 minor 09:00–11:00", "2 minor 09:00–11:00"]);
  expect(lines(followUpdates(record), said(["escalate", "10:00"]))).toEqual([
    ...["1 minor 09:00–10:00", "2 minor 09:00–10:00"],
    ...["1 major 10:00–11:00", "2 major 10:00–11:00"],
  ]);
});

test("what an exact record says of later holds against an earlier update", () => {
  const record = declareImpacts(exact, times, 0, null);
  const kept = ["1 major 09:00–10:00", "2 minor 09:30–11:00", "1 minor 10:00–11:00"];
  expect(lines(record, said(["escalate", "9:10"]))).toEqual(kept);
  expect(lines(record, said(["escalate", "10:30"]))).toEqual([
    ...["1 major 09:00–10:00", "2 minor 09:30–10:30", "1 minor 10:00–10:30"],
    ...["1 major 10:30–11:00", "2 major 10:30–11:00"],
  ]);
});

test("a resolution makes void what an exact record says of later", () => {
  const record = declareImpacts(exact, times, 0, null);
  expect(lines(record, said(["resolved", "9:20"], ["issue", "9:40"]))).toEqual([
    "1 major 09:00–09:20",
    "1 major 09:40–",
  ]);
});

test("a relapse of an exact record of which nothing is left concerns its services", () => {
  const none = put(declareImpacts(exact, times, 0, null), [], { ends_at: at("9:00") }, "12:00");
  expect(lines(none)).toEqual([]);
  expect(lines(none, said(["issue", "12:00"]))).toEqual(["1 minor 12:00–", "2 minor 12:00–"]);
});
