import { expect, test } from "@playwright/test";
import { type Asked, readCalendar } from "#lib/calendar-import/read-calendar.ts";

const ASKED: Asked = {
  zone: "Europe/Berlin",
  from: "2027-03-01T00:00:00",
  to: "2027-05-30T00:00:00",
  most: 50,
};

const VTIMEZONE = `BEGIN:VTIMEZONE
TZID:Customized Time Zone
BEGIN:STANDARD
DTSTART:16011028T030000
RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10
TZOFFSETFROM:+0200
TZOFFSETTO:+0100
END:STANDARD
BEGIN:DAYLIGHT
DTSTART:16010325T020000
RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3
TZOFFSETFROM:+0100
TZOFFSETTO:+0200
END:DAYLIGHT
END:VTIMEZONE
`;

const vevent = (lines: string, uid = "one") =>
  `BEGIN:VEVENT\nUID:${uid}\nDTSTAMP:20270101T000000Z\n${lines.trim()}\nEND:VEVENT\n`;

function read(inner: string, asked: Partial<Asked> = {}) {
  const text = `BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:test\n${inner}END:VCALENDAR\n`;
  return readCalendar(text.replaceAll("\n", "\r\n"), { ...ASKED, ...asked });
}

const times = (inner: string, asked: Partial<Asked> = {}) =>
  read(inner, asked).occurrences.map(({ starts_at, ends_at }) => `${starts_at} ${ends_at}`);

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
    left_out: 0,
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
  expect(read_.left_out).toBe(2);
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
  expect([many.occurrences.length, many.left_out]).toEqual([10, 1]);
  expect(many.occurrences[0]?.starts_at).toBe("2027-03-01T10:00:00");
});

test("what is no calendar, or repeats every second, is neither read forever nor taken for one", () => {
  expect(() => readCalendar("<html>Sign in</html>", ASKED)).toThrow();
  const dense = "SUMMARY:Dense\nDTSTART:20000101T100000Z\nDURATION:PT1S\nRRULE:FREQ=SECONDLY";
  expect(read(vevent(dense)).occurrences).toEqual([]);
});
