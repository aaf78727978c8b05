import { expect, test } from "@playwright/test";
import type { KnownEvent } from "#lib/incidents/calendar-import/queries.ts";
import { isInLine } from "#lib/incidents/calendar-import/reconcile.ts";
import {
  ASKED,
  at,
  good,
  read,
  times,
  titles,
  VTIMEZONE,
  vevent,
} from "#tests/support/data/calendar-events.ts";
import { calendarsIn } from "#tests/support/data/calendar-files.ts";

test("an event keeps its words, its times and a key of its own", () => {
  const lines = `SUMMARY:New switches\\, part 2
DESCRIPTION:Short\\ninterruptions.
CATEGORIES:Checkout,Search
DTSTART:20270310T220000Z
DTEND:20270310T233000Z`;
  expect(read(vevent(lines))).toEqual({
    occurrences: [
      {
        key: expect.stringMatching(/^[0-9a-f]{64}$/),
        title: "New switches, part 2",
        description: "Short\ninterruptions.",
        starts_at: "2027-03-10T22:00:00",
        ends_at: "2027-03-10T23:30:00",
        categories: ["Checkout", "Search"],
      },
    ],
    left_out: [],
    unknown: { uids: [], keys: [] },
  });
});

test("repetitions stay on the clock of their zone when it changes", () => {
  const lines = (start: string) => `SUMMARY:Weekly
${start}
DURATION:PT1H
RRULE:FREQ=WEEKLY;COUNT=3`;
  const berlin = [
    "2027-03-20T21:00:00 2027-03-20T22:00:00",
    "2027-03-27T21:00:00 2027-03-27T22:00:00",
    "2027-04-03T20:00:00 2027-04-03T21:00:00",
  ];
  expect(times(vevent(lines("DTSTART;TZID=Europe/Berlin:20270320T220000")))).toEqual(berlin);
  expect(times(vevent(lines("DTSTART:20270320T220000")))).toEqual(berlin);
  const prefixed = "DTSTART;TZID=/freeassociation.sourceforge.net/Europe/Berlin:20270320T220000";
  expect(times(vevent(lines(prefixed)))).toEqual(berlin);
  const own = "DTSTART;TZID=Customized Time Zone:20270320T220000";
  expect(times(VTIMEZONE + vevent(lines(own)))).toEqual(berlin);
  const utc = times(vevent(lines("DTSTART:20270320T220000Z")));
  expect(utc.map((time) => time.slice(11, 19))).toEqual(["22:00:00", "22:00:00", "22:00:00"]);
});

test("repetitions that are left out, moved, cancelled or added are so", () => {
  const master = `SUMMARY:Weekly
DTSTART;TZID=Europe/Berlin:20270301T100000
DTEND;TZID=Europe/Berlin:20270301T110000
RRULE:FREQ=WEEKLY;COUNT=6
RDATE;TZID=Europe/Berlin:20270304T100000
EXDATE;TZID=Europe/Berlin:20270308T100000
EXDATE;VALUE=DATE:20270315`;
  const moved = `SUMMARY:Weekly\\, later
RECURRENCE-ID:20270322T090000Z
DTSTART;TZID=Europe/Berlin:20270323T120000
DTEND;TZID=Europe/Berlin:20270323T130000`;
  const cancelled = `SUMMARY:Weekly
STATUS:CANCELLED
RECURRENCE-ID;TZID=Europe/Berlin:20270329T100000
DTSTART;TZID=Europe/Berlin:20270329T100000
DTEND;TZID=Europe/Berlin:20270329T110000`;
  const { occurrences } = read(vevent(master) + vevent(moved) + vevent(cancelled));
  expect(occurrences.map(({ starts_at, title }) => `${starts_at} ${title}`)).toEqual([
    "2027-03-01T09:00:00 Weekly",
    "2027-03-04T09:00:00 Weekly",
    "2027-03-23T11:00:00 Weekly, later",
    "2027-04-05T08:00:00 Weekly",
  ]);
  const [, , before] = read(vevent(master)).occurrences;
  expect(occurrences[2]?.key).toBe(before?.key);
});

test("whole days begin and end at midnight of the page, across a clock change too", () => {
  const lines = "SUMMARY:Move\nDTSTART;VALUE=DATE:20270327\nDTEND;VALUE=DATE:20270329";
  expect(times(vevent(lines))).toEqual(["2027-03-26T23:00:00 2027-03-28T22:00:00"]);
  expect(times(vevent("SUMMARY:Day\nDTSTART;VALUE=DATE:20270327"))).toEqual([
    "2027-03-26T23:00:00 2027-03-27T23:00:00",
  ]);
  const yearly = `${lines}\nRRULE:FREQ=MONTHLY;COUNT=2`;
  expect(times(vevent(yearly))).toEqual([
    "2027-03-26T23:00:00 2027-03-28T22:00:00",
    "2027-04-26T22:00:00 2027-04-28T22:00:00",
  ]);
});

test("what is cancelled, private, past, far ahead or without an end stays out", () => {
  const at = (day: string) => `DTSTART:${day}T100000Z\nDTEND:${day}T110000Z`;
  const out = [
    `SUMMARY:Off\nSTATUS:CANCELLED\n${at("20270310")}`,
    `SUMMARY:Secret\nCLASS:PRIVATE\n${at("20270310")}`,
    `SUMMARY:Past\n${at("20270210")}`,
    `SUMMARY:Far\n${at("20270610")}`,
    "SUMMARY:Endless\nDTSTART:20270310T100000Z",
    `SUMMARY:\n${at("20270310")}`,
  ];
  const runs = `SUMMARY:Runs\nDTSTART:20270228T230000Z\nDTEND:20270301T010000Z`;
  const read_ = read(out.map((lines, n) => vevent(lines, `out-${n}`)).join("") + vevent(runs));
  expect(read_.occurrences.map(({ title }) => title)).toEqual(["Runs"]);
  expect(read_.left_out.map(({ reason }) => reason)).toEqual(["no_end", "no_title"]);
});

test("the newest version counts, a stray repetition stands alone, and more than wanted are left out", () => {
  const old = "SUMMARY:Old\nSEQUENCE:1\nDTSTART:20270310T100000Z\nDTEND:20270310T110000Z";
  const next = "SUMMARY:New\nSEQUENCE:2\nDTSTART:20270311T100000Z\nDTEND:20270311T110000Z";
  const stray = `SUMMARY:Stray\nRECURRENCE-ID:20270312T100000Z
DTSTART:20270312T120000Z\nDTEND:20270312T130000Z`;
  const { occurrences } = read(vevent(next) + vevent(old) + vevent(stray, "two"));
  expect(occurrences.map(({ title }) => title)).toEqual(["New", "Stray"]);
  const daily = "SUMMARY:Daily\nDTSTART:20200101T100000Z\nDURATION:PT1H\nRRULE:FREQ=DAILY";
  const many = read(vevent(daily), { most: 10 });
  expect([many.occurrences.length, many.left_out.length]).toEqual([10, 1]);
  expect(many.occurrences[0]?.starts_at).toBe("2027-03-01T10:00:00");
});

test("what is no calendar, or repeats every second, is neither read forever nor taken for one", () => {
  expect(() => calendarsIn("<html>Sign in</html>", ASKED)).toThrow();
  const dense = "SUMMARY:Dense\nDTSTART:20000101T100000Z\nDURATION:PT1S\nRRULE:FREQ=SECONDLY";
  expect(read(vevent(dense)).occurrences).toEqual([]);
});
test("what is wrong in one event leaves out that event alone, and names it", () => {
  for (const lines of [
    `SUMMARY:Odd\n${at("20270310")}\nRRULE:`,
    `SUMMARY:Odd\n${at("20270310")}\nRRULE:FREQ=NEVER`,
    `SUMMARY:Odd\n${at("20270310")}\nDESCRIPTION:a line that is folded\nwithout a blank`,
    "SUMMARY:Odd\nDTSTART:20270310T1000\nDTEND:tomorrow",
    `SUMMARY:Odd\n${at("20270310")}\nBEGIN:VALARM`,
  ]) {
    expect([lines, ...titles(vevent(lines) + good)]).toEqual([
      lines,
      ["Good"],
      ["Odd: unreadable"],
    ]);
    expect(titles(good + vevent(lines))).toEqual([["Good"], ["Odd: unreadable"]]);
  }
  const series =
    "SUMMARY:Series\nDTSTART:20270310T100000Z\nDURATION:PT1H\nRRULE:FREQ=DAILY;COUNT=3";
  const part = "SUMMARY:Part\nRECURRENCE-ID:20270311T100000Z\nDTSTART:soon";
  expect(read(vevent(series) + vevent(part) + good)).toMatchObject({
    occurrences: [{ title: "Good" }],
    left_out: [{ title: "Series", reason: "unreadable", detail: "DTSTART:soon" }],
    unknown: { uids: ["one"], keys: [] },
  });
  const empty = vevent(`SUMMARY:Odd\\, very\n${at("20270310")}\nRRULE:`);
  expect(read(empty).left_out).toMatchObject([{ title: "Odd, very", detail: "RRULE:" }]);
  const past = `SUMMARY:Past\n${at("20250310")}\nRRULE`;
  expect(titles(vevent(past.replace("RRULE", "odd line")) + good)).toEqual([["Good"], []]);
  const odd = "X-WR-CALDESC:folded\nwithout a blank\n";
  expect(titles(odd + good)).toEqual([["Good"], []]);
});

test("events without UID are events of their own", () => {
  const bare = (title: string, day: string) =>
    vevent(`SUMMARY:${title}\n${at(day)}`).replace("UID:one\n", "");
  const { occurrences } = read(
    bare("A", "20270310") + bare("B", "20270310") + bare("A", "20270311"),
  );
  expect(occurrences.map(({ title }) => title)).toEqual(["A", "B", "A"]);
  expect(new Set(occurrences.map(({ key }) => key)).size).toBe(3);
});

test("a repetition is moved however its day is named", () => {
  const days = "SUMMARY:Days\nDTSTART;VALUE=DATE:20270310\nRRULE:FREQ=DAILY;COUNT=3";
  const hours =
    "SUMMARY:Hours\nDTSTART;TZID=Europe/Berlin:20270310T100000\nDURATION:PT1H\nRRULE:FREQ=DAILY;COUNT=3";
  const moved = (id: string, start: string) =>
    vevent(`SUMMARY:Moved\nRECURRENCE-ID${id}\nDTSTART${start}`);
  for (const id of [
    ";VALUE=DATE:20270311",
    ":20270311T000000Z",
    ";TZID=America/New_York:20270311T000000",
    ":20270310T230000Z",
    ":20270311",
  ]) {
    const { occurrences } = read(vevent(days) + moved(id, ";VALUE=DATE:20270320"));
    expect([id, occurrences.map(({ starts_at }) => starts_at)]).toEqual([
      id,
      ["2027-03-09T23:00:00", "2027-03-11T23:00:00", "2027-03-19T23:00:00"],
    ]);
    expect(occurrences[2]?.key).toBe(read(vevent(days)).occurrences[1]?.key);
  }
  const later = moved(";VALUE=DATE:20270311", ":20270320T100000Z\nDURATION:PT1H");
  expect(times(vevent(hours) + later).map((time) => time.slice(0, 19))).toEqual([
    ...["2027-03-10T09:00:00", "2027-03-12T09:00:00", "2027-03-20T10:00:00"],
  ]);
});

test("a set of dates without a rule begins with the event's own", () => {
  const lines = `SUMMARY:Set\nDTSTART:20270310T100000Z\nDURATION:PT1H
RDATE:20270315T100000Z,20270310T100000Z\nRDATE:20270305T100000Z`;
  expect(times(vevent(lines)).map((time) => time.slice(0, 10))).toEqual([
    ...["2027-03-05", "2027-03-10", "2027-03-15"],
  ]);
});

test("an event is to be written when it is new, or one of its own fields is another than last time", () => {
  const written = {
    title: "Upgrade",
    description: "Short.",
    starts_at: "2027-03-10T10:00:00",
    ends_at: "2027-03-10T12:00:00",
  };
  const known = (incident_id: number | null) => ({ written, incident_id }) as KnownEvent;
  const rows: [object, boolean][] = [
    [{}, true],
    [{ categories: ["API"] }, true],
    [{ description: "" }, true],
    [{ title: "Upgrades" }, false],
    [{ description: "Long." }, false],
    [{ starts_at: "2027-03-10T10:00:01" }, false],
    [{ ends_at: "2027-03-10T11:59:59" }, false],
  ];
  for (const [changed, isDone] of rows) {
    const occurrence = { key: "a@x", categories: [], ...written, ...changed };
    expect(isInLine(known(7), occurrence), JSON.stringify(changed)).toBe(isDone);
    // An operator deleted its incident.
    expect(isInLine(known(null), occurrence)).toBe(true);
    expect(isInLine(undefined, occurrence)).toBe(false);
  }
});
