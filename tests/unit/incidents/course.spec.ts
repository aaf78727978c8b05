import { expect, test } from "@playwright/test";
import { courseOf, type PostedUpdate } from "#lib/incidents/course.ts";
import { type Declared, restate } from "#lib/incidents/declared.ts";
import {
  A,
  at,
  B,
  C,
  lines,
  opened,
  put,
  type Said,
  said,
} from "#tests/support/data/declared-incidents.ts";

const major = opened("major", "9:00", null);

type Row = [what: string, declared: Declared, updates: PostedUpdate[], expected: string[]];

const ROWS: Row[] = [
  ["creation", opened("major", "9:00", null, [A, B]), [], ["1 major 09:00–", "2 major 09:00–"]],
  ["creation with an end", opened("minor", "9:00", "10:00"), [], ["1 minor 09:00–10:00"]],
  [
    "escalate",
    opened("minor", "9:00", null),
    said(["escalate", "12:00"], ["resolved", "13:00"]),
    ["1 minor 09:00–12:00", "1 major 12:00–13:00"],
  ],
  [
    "deescalate",
    major,
    said(["deescalate", "12:00"], ["resolved", "13:00"]),
    ["1 major 09:00–12:00", "1 minor 12:00–13:00"],
  ],
  ["escalate of what is major", major, said(["escalate", "12:00"]), ["1 major 09:00–"]],
  [
    "escalate at the start",
    opened("minor", "9:00", null),
    said(["escalate", "9:00"]),
    ["1 major 09:00–"],
  ],
  [
    "escalate before the start",
    opened("minor", "9:00", null),
    said(["escalate", "8:00"]),
    ["1 major 09:00–"],
  ],
  [
    "escalate at the end",
    opened("minor", "9:00", "10:00"),
    said(["resolved", "10:00"], ["update", "10:00"]),
    ["1 minor 09:00–10:00"],
  ],
  [
    "several at one time: the later id",
    opened("minor", "9:00", null),
    said(["escalate", "10:00"], ["deescalate", "10:00"]),
    ["1 minor 09:00–"],
  ],
  [
    "a back-dated escalate",
    opened("minor", "9:00", null),
    said(["deescalate", "11:00"], ["escalate", "10:00"]),
    ["1 minor 09:00–10:00", "1 major 10:00–11:00", "1 minor 11:00–"],
  ],
  [
    "a custom type that escalates",
    opened("slow", "9:00", null),
    said(["escalate", "10:00"]),
    ["1 slow 09:00–10:00", "1 major 10:00–"],
  ],
  ["resolved", major, said(["resolved", "10:00"]), ["1 major 09:00–10:00"]],
  ["resolved at the start", major, said(["resolved", "9:00"]), []],
  [
    "an end before resolved",
    opened("major", "9:00", "10:00"),
    said(["resolved", "11:00"]),
    ["1 major 09:00–10:00"],
  ],
  [
    "resolved before the end",
    opened("major", "9:00", "12:00"),
    said(["resolved", "11:00"]),
    ["1 major 09:00–11:00"],
  ],
  [
    "a second resolved",
    major,
    said(["resolved", "10:00"], ["resolved", "15:00"]),
    ["1 major 09:00–10:00"],
  ],
  [
    "a relapse",
    major,
    said(["resolved", "10:00"], ["investigating", "15:00"], ["resolved", "16:00"]),
    ["1 major 09:00–10:00", "1 major 15:00–16:00"],
  ],
  [
    "a relapse at the moment of the end",
    major,
    said(["resolved", "10:00"], ["investigating", "10:00"]),
    ["1 major 09:00–"],
  ],
  [
    "a relapse that ends at once",
    major,
    said(["resolved", "10:00"], ["investigating", "12:00"], ["resolved", "12:00"]),
    ["1 major 09:00–10:00"],
  ],
  [
    "an update after the end",
    major,
    said(["resolved", "10:00"], ["update", "15:00"]),
    ["1 major 09:00–10:00"],
  ],
  [
    "a relapse of what was over at once",
    opened("major", "9:00", null, [A, B]),
    said(["resolved", "9:00"], ["issue", "12:00"]),
    ["1 major 12:00–", "2 major 12:00–"],
  ],
  [
    "a relapse with its last type",
    major,
    said(["deescalate", "9:30"], ["resolved", "10:00"], ["issue", "15:00"]),
    ["1 major 09:00–09:30", "1 minor 09:30–10:00", "1 minor 15:00–"],
  ],
  [
    "a relapse by escalate",
    opened("minor", "9:00", null),
    said(["resolved", "10:00"], ["escalate", "15:00"]),
    ["1 minor 09:00–10:00", "1 major 15:00–"],
  ],
  [
    "a relapse of the services affected last",
    opened("major", "9:00", null, [A, B]),
    said(["update", "9:30", [A]], ["resolved", "10:00"], ["issue", "15:00"]),
    ["1 major 09:00–10:00", "2 major 09:00–09:30", "1 major 15:00–"],
  ],
  [
    "a relapse that names another service",
    major,
    said(["resolved", "10:00"], ["issue", "15:00", [B]]),
    ["1 major 09:00–10:00", "2 major 15:00–"],
  ],
  [
    "an update that takes a service out and adds one",
    opened("major", "9:00", null, [A, B]),
    said(["update", "10:00", [B, C]], ["deescalate", "11:00"]),
    [
      ...["1 major 09:00–10:00", "2 major 09:00–11:00", "3 major 10:00–11:00"],
      ...["2 minor 11:00–", "3 minor 11:00–"],
    ],
  ],
  [
    "an update that names the same services",
    opened("major", "9:00", null, [A, B]),
    said(["update", "10:00", [B, A]]),
    ["1 major 09:00–", "2 major 09:00–"],
  ],
  [
    "a service that comes back",
    opened("major", "9:00", null, [A, B]),
    said(["update", "10:00", [A]], ["update", "11:00", [A, B]]),
    ["1 major 09:00–", "2 major 09:00–10:00", "2 major 11:00–"],
  ],
  [
    "a service taken out at the end",
    opened("major", "9:00", null, [A, B]),
    said(["resolved", "10:00", [A]]),
    ["1 major 09:00–10:00", "2 major 09:00–10:00"],
  ],
];

for (const [what, declared, updates, expected] of ROWS)
  test(`the impacts follow from what was said: ${what}`, () => {
    expect(lines(declared, updates)).toEqual(expected);
    expect(lines(declared, updates.toReversed())).toEqual(expected);
  });

test("services named by a PUT of an open incident begin and end then; of a closed one throughout", () => {
  const both = opened("major", "9:00", null, [A, B]);
  const less = put(both, [], { service_ids: [A] }, "10:00");
  expect(lines(less)).toEqual(["1 major 09:00–", "2 major 09:00–10:00"]);
  const more = put(less, [], { service_ids: [A, C] }, "11:00");
  expect(lines(more)).toEqual(["1 major 09:00–", "2 major 09:00–10:00", "3 major 11:00–"]);
  const resolved = said(["resolved", "12:00"]);
  const closed = put(more, resolved, { service_ids: [B] }, "13:00");
  expect(lines(closed, resolved)).toEqual(["2 major 09:00–12:00"]);
  expect(courseOf(closed, "major", resolved, []).service_ids).toEqual([B]);
  expect(lines(put(both, resolved, { service_ids: [A] }, "12:00"), resolved)).toEqual([
    "1 major 09:00–12:00",
  ]);
  expect(lines(put(both, resolved, { service_ids: [A] }, "11:59"), resolved)).toEqual([
    "1 major 09:00–12:00",
    "2 major 09:00–11:59",
  ]);
});

test("a corrected type, start or end holds throughout, and gaps stay gaps", () => {
  const updates = said(
    ["deescalate", "9:30"],
    ["resolved", "10:00"],
    ["issue", "12:00"],
    ["resolved", "13:00"],
  );
  expect(lines(put(major, updates, { type: "major" }, "14:00"), updates)).toEqual([
    "1 major 09:00–10:00",
    "1 major 12:00–13:00",
  ]);
  expect(lines(put(major, updates, { starts_at: at("8:00") }, "14:00"), updates)).toEqual([
    ...["1 major 08:00–09:30", "1 minor 09:30–10:00", "1 minor 12:00–13:00"],
  ]);
  const longer = put(major, updates, { ends_at: at("13:30") }, "14:00");
  expect(lines(longer, updates)).toEqual([
    ...["1 major 09:00–09:30", "1 minor 09:30–10:00", "1 minor 12:00–13:30"],
  ]);
  const open = put(longer, updates, { ends_at: null }, "14:00");
  expect(lines(open, updates)).toEqual([
    ...["1 major 09:00–09:30", "1 minor 09:30–10:00", "1 minor 12:00–"],
  ]);
  const within = put(major, updates, { ends_at: at("11:00") }, "14:00");
  expect(lines(within, updates)).toEqual(["1 major 09:00–09:30", "1 minor 09:30–11:00"]);
  const again = said(["resolved", "10:00"], ["issue", "12:00"]);
  const corrected = put(major, again, { ends_at: at("11:00") }, "14:00");
  const relapse = [...again, { id: 3, type: "issue" as const, posted_at: at("15:00") }];
  expect(lines(corrected, relapse)).toEqual(["1 major 09:00–11:00", "1 major 15:00–"]);
});

test("a gap after a declared end stays when the end is declared again", () => {
  const past = opened("major", "9:00", "10:00");
  const again = said(["issue", "12:00"]);
  const closed = put(past, again, { ends_at: at("13:00") }, "14:00");
  expect(lines(closed, again)).toEqual(["1 major 09:00–10:00", "1 major 12:00–13:00"]);
  expect(lines(closed, [])).toEqual(["1 major 09:00–13:00"]);
  const later = put(closed, again, { ends_at: at("14:00") }, "15:00");
  expect(lines(later, again)).toEqual(["1 major 09:00–10:00", "1 major 12:00–14:00"]);
});

test("an earlier update that is edited counts again, one that is not does not", () => {
  const updates = said(["update", "10:00"]);
  const closed = put(major, updates, { ends_at: at("11:00") }, "12:00");
  const reopened = put(closed, updates, { ends_at: null }, "12:00");
  const edited = said(["resolved", "10:00"]);
  expect(lines(reopened, edited)).toEqual(["1 major 09:00–"]);
  expect(lines(restate(reopened, 1), edited)).toEqual(["1 major 09:00–10:00"]);
});

test("reopened_at is the last relapse, null without one", () => {
  const updates = said(["resolved", "10:00"], ["issue", "12:00"], ["resolved", "13:00"]);
  const reopened = (posted: PostedUpdate[]) => courseOf(major, "major", posted, [A]).reopened_at;
  expect(reopened(updates.slice(0, 1))).toBeNull();
  expect(reopened(updates.slice(0, 2))).toBe(at("12:00"));
  expect(reopened(updates)).toBe(at("12:00"));
  expect(reopened([...updates, { id: 4, type: "issue", posted_at: at("15:00") }])).toBe(
    at("15:00"),
  );
});

test("an incident without length has no impacts and still names its services", () => {
  const course = courseOf(opened("major", "9:00", "9:00", [B, A]), "major", [], []);
  expect(course).toMatchObject({ impacts: [], service_ids: [B, A], ends_at: at("9:00") });
});

test("services that have never changed are those of the incident", () => {
  const { service_ids: _, ...old } = major;
  expect(courseOf(old, "major", [], [C, B])).toMatchObject({
    service_ids: [C, B],
    impacts: [{ service_id: B }, { service_id: C }],
  });
});

test("a maintenance has one impact from its start to its end, and none when called off before", () => {
  const planned = opened("scheduled", "9:00", "11:00", [A, B]);
  const both = (from: string, to: string) => [A, B].map((id) => `${id} scheduled ${from}–${to}`);
  expect(lines(planned, [], true)).toEqual(both("09:00", "11:00"));
  expect(lines(planned, said(["started", "8:50"]), true)).toEqual(both("08:50", "11:00"));
  expect(lines(planned, said(["resolved", "10:30"]), true)).toEqual(both("09:00", "10:30"));
  expect(lines(planned, said(["resolved", "8:00"]), true)).toEqual([]);
  expect(lines(planned, said(["resolved", "9:00"]), true)).toEqual([]);
});

test("no course is longer than its record may be", () => {
  const many = Array.from({ length: 2_000 }, (_, index) => index + 1);
  const declared = opened("major", "9:00", null, many);
  const moves = (count: number) =>
    Array.from({ length: count }, (_, index): Said => {
      const time = `10:${String(index).padStart(2, "0")}`;
      return [index % 2 === 0 ? "deescalate" : "escalate", time];
    });
  expect(lines(declared, said(...moves(4)))).toHaveLength(10_000);
  expect(() => lines(declared, said(...moves(5)))).toThrow("Validation failed");
});
