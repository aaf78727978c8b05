import { expect, test } from "@playwright/test";
import { readCalendar } from "#lib/incidents/calendar-import/read-calendar.ts";
import { windowsZones } from "#lib/incidents/calendar-import/windows-zones.ts";
import { growthOf } from "#tests/support/code/growth.ts";
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

test("a carrier's states and the method of a file decide whether an event takes place", () => {
  const file = (method: string, ...events: string[]) =>
    read(`METHOD:${method}\nEND:VCALENDAR\nBEGIN:VCALENDAR\nMETHOD:${method}\n${events.join("")}`);
  const event = (more: string) => vevent(`SUMMARY:Work\n${at("20270310")}\n${more}`);
  for (const [more, method, count] of [
    ["STATUS:CONFIRMED\nX-MAINTNOTE-STATUS:CANCELLED", "PUBLISH", 0],
    ["X-MAINTNOTE-STATUS:COMPLETED", "PUBLISH", 0],
    ["X-MAINTNOTE-STATUS:TENTATIVE", "REQUEST", 1],
    ["X-MAINTNOTE-STATUS:IN-PROCESS", "REQUEST", 1],
    ["X-MAINTNOTE-STATUS:RE-SCHEDULED", "publish", 1],
    ["STATUS:CONFIRMED", "CANCEL", 0],
  ] as const)
    expect([more, file(method, event(more), good).occurrences.length]).toEqual([
      more,
      count + (method === "CANCEL" ? 0 : 1),
    ]);
  expect(file("COUNTER", event("")).left_out).toMatchObject([
    { reason: "unreadable", detail: "METHOD:COUNTER", uid: "one", line: 8 },
  ]);
  const cancelled = `END:VCALENDAR\nBEGIN:VCALENDAR\nMETHOD:CANCEL\n${event("SEQUENCE:1")}`;
  expect(titles(event("SEQUENCE:0") + good + cancelled)).toEqual([["Good"], []]);
  const away = event("SEQUENCE:3").replaceAll("20270310", "20290310");
  expect(titles(away + event("SEQUENCE:2") + good)).toEqual([["Good"], []]);
});

test("an event whose title a calendar program marked as called off does not take place", () => {
  const event = (title: string) => vevent(`SUMMARY:${title}\n${at("20270310")}\nSTATUS:CONFIRMED`);
  for (const title of ["Canceled: Work", "CANCELLED : Work", "Abgesagt: Work", "已取消:Work"])
    expect([title, ...titles(event(title) + good)]).toEqual([title, ["Good"], []]);
  for (const title of ["Canceled orders: new database", "Work: canceled: no", "Cancel: job runner"])
    expect(titles(event(title))).toEqual([[title], []]);
});

test("HTML of a description becomes the Markdown that it means", () => {
  const shown = (text: string) =>
    read(vevent(`SUMMARY:Work\n${at("20270310")}\nDESCRIPTION:${text}`)).occurrences[0]
      ?.description;
  for (const [text, markdown] of [
    ["<b>Core</b> switch<br>off", "**Core** switch\noff"],
    ["x<b> Core: </b>switch<strong> </strong>off", "x **Core:** switch off"],
    ["<b>One<b> and</b> two", "**One and** two"],
    ["<b>One<p>Two</b>", "One\n\nTwo"],
    ["<b>not closed<!-- hidden --> if a<b and <i>b</i><c", "not closed if a<b and b<c"],
    ["<p>One</p><p>Two&nbsp\\;three</p>", "One\n\nTwo three"],
    ["Why:<ul><li>a</li><li>b</li></ul>", "Why:\n\n- a\n- b"],
    [
      '<a href="https://a.example/x?y=1&amp\\;z" target="_blank">Plan</a>',
      "[Plan](<https://a.example/x?y=1&z>)",
    ],
    ['<a href="https://a.example">https://a.example</a>', "https://a.example"],
    [
      '<a href="https://a.example/"><b>The</b> <i>plan</i></a>',
      "[**The** plan](<https://a.example/>)",
    ],
    ['<a href="https://a.example/">a <b>b</a> c</b>', "[a b](<https://a.example/>) c"],
    ['<a href="javascript:alert(1)">Plan</a>', "Plan"],
    ["<html-blob><u>Now</u></html-blob>", "Now"],
    [
      "A &amp\\; B<br><https://a.example> <x@a.example>",
      "A & B\n<https://a.example> <x@a.example>",
    ],
    [
      "a < b > c\\, <https://a.example> and <x@a.example>",
      "a < b > c, <https://a.example> and <x@a.example>",
    ],
  ])
    expect([text, shown(text ?? "")]).toEqual([text, markdown]);
});

test("a description of four times the length takes about four times as long to read", () => {
  const begin = `SUMMARY:Work\n${at("20270310")}\nDESCRIPTION:<b>`;
  for (const part of ["\u2003", 'href="https:a" ', "<b><p>x</p></b>", "<a>x", "<a"])
    for (const opened of ["", "<a "])
      expect(
        growthOf(part, 2_400, (text) => read(vevent(`${begin}${opened}${text}x`))),
        opened + part,
      ).toBeLessThan(10);
});

test("letters are right in each encoding, also where a fold parts them", () => {
  const text = `BEGIN:VCALENDAR\r\n${vevent(`SUMMARY:Wörk\n${at("20270310")}`)}END:VCALENDAR\r\n`;
  const summary = (file: Buffer, charset?: string, bytes?: number) =>
    readCalendar(calendarsIn(file, ASKED, { charset, bytes }), ASKED).occurrences[0]?.title;
  const utf8 = Buffer.from(text);
  const inside = utf8.indexOf("ö") + 1;
  const fold = Buffer.from("\r\n ");
  const folded = Buffer.concat([utf8.subarray(0, inside), fold, utf8.subarray(inside)]);
  for (const [file, charset] of [
    [utf8],
    [folded],
    [folded, "utf-8"],
    [Buffer.concat([Buffer.from("\uFEFF"), utf8]), "iso-8859-1"],
    [Buffer.from(text, "latin1"), "ISO-8859-1"],
    [Buffer.from(text, "latin1"), "utf-8"],
    [Buffer.from(text, "latin1"), "no-such-charset"],
    [Buffer.from(`\uFEFF${text}`, "utf16le")],
    [Buffer.from(text, "utf16le"), "utf-16le"],
  ] as const)
    for (const bytes of [undefined, 7]) expect(summary(file, charset, bytes)).toBe("Wörk");
});

test("a calendar of many megabytes is read in pieces, and what is past is not kept", () => {
  const past = vevent(`SUMMARY:Past\n${at("20250310")}\nDESCRIPTION:${"x".repeat(400)}`);
  const text = `BEGIN:VCALENDAR\n${past.repeat(20_000)}${good}END:VCALENDAR\n`;
  const { calendars } = calendarsIn(text, ASKED, { bytes: 65_536 });
  expect(text.length).toBeGreaterThan(9_000_000);
  expect(calendars[0]?.vevent).toMatchObject([{ line: 8 * 20_000 + 2 }]);
});

test("rules that programs read differently are left out and named, and none is read forever", () => {
  for (const rule of [
    "FREQ=YEARLY;BYWEEKNO=53;BYDAY=MO",
    "FREQ=SECONDLY",
    "FREQ=HOURLY;BYMINUTE=0,30",
    "FREQ=DAILY\nEXRULE:FREQ=WEEKLY",
  ])
    expect([
      rule,
      ...titles(vevent(`SUMMARY:Odd\n${at("20200310")}\nRRULE:${rule}`) + good),
    ]).toEqual([...[rule, ["Good"], ["Odd: unreadable"]]]);
  const start = "SUMMARY:Never\nDTSTART:20200101T100000Z\nDURATION:PT1H";
  for (const freq of ["MONTHLY", "HOURLY"]) {
    const never = `${start}\nRRULE:FREQ=${freq};BYMONTH=2;BYMONTHDAY=30`;
    expect([freq, ...titles(vevent(never) + good)]).toEqual([freq, ["Good"], []]);
  }
  const hourly = `SUMMARY:Hourly\n${at("20270310")}\nRRULE:FREQ=HOURLY;INTERVAL=12`;
  expect(times(vevent(`${hourly};UNTIL=20270311T100000Z`))).toHaveLength(3);
});

test("exceptions are named by a day, without a zone, or at midnight of another", () => {
  const days = "SUMMARY:Days\nDTSTART;VALUE=DATE:20270310\nRRULE:FREQ=DAILY;COUNT=3";
  const hours =
    "SUMMARY:Hours\nDTSTART;TZID=Asia/Tokyo:20270310T080000\nDURATION:PT1H\nRRULE:FREQ=DAILY;UNTIL=20270311T230000Z";
  for (const exdate of ["20270311T000000Z", "20270311", "20270311T000000"])
    expect(times(vevent(`${days}\nEXDATE:${exdate}`))).toHaveLength(2);
  expect(times(vevent(hours))).toHaveLength(3);
  for (const exdate of ["20270311T080000", "20270310T230000Z", "20270311"])
    expect(times(vevent(`${hours}\nEXDATE:${exdate}`))).toHaveLength(2);
  const period = "RDATE;VALUE=PERIOD:20270401T100000Z/PT3H";
  expect(times(vevent(`SUMMARY:Set\n${at("20270310")}\n${period}`))).toEqual([
    "2027-03-10T10:00:00 2027-03-10T11:00:00",
    "2027-04-01T10:00:00 2027-04-01T13:00:00",
  ]);
});

test("a byte order mark is skipped, and a date that does not say so is one", () => {
  const day = vevent("SUMMARY:Day\nDTSTART:20270327\nDTEND:20270329");
  expect(times(day)).toEqual(["2027-03-26T23:00:00 2027-03-28T22:00:00"]);
  const text = `\uFEFFBEGIN:VCALENDAR\r\nVERSION:2.0\r\n${good.replaceAll("\n", "\r\n")}END:VCALENDAR`;
  expect(readCalendar(calendarsIn(text, ASKED), ASKED).occurrences).toHaveLength(1);
  expect(() => calendarsIn(text.slice(0, -20), ASKED)).toThrow();
  expect(() => calendarsIn(text.replace("END:VCALENDAR", ""), ASKED)).toThrow();
});

test("times and rules written otherwise are read as meant, or left out and named, never shifted", () => {
  const tokyo = { zone: "Asia/Tokyo" };
  const at = (start: string, end: string, more = "") =>
    vevent(`SUMMARY:Odd\nDTSTART:${start}\nDTEND:${end}\n${more}`);
  for (const event of [
    at("20270310t100000z", "20270310T110000Z"),
    at("20270310T100000.000Z", "20270310T110000.5Z"),
    at("20270310T100000Z", "20270310T110000Z", "RRULE:freq=daily;count=1"),
    at("20270310T100000Z", "20270310T110000Z", "RDATE:20270310T100000Z, 20270310T100000z"),
  ])
    expect([event, times(event, tokyo)]).toEqual([
      event,
      ["2027-03-10T10:00:00 2027-03-10T11:00:00"],
    ]);
  for (const start of ["20270310T100000+0100", "20270310T100000UTC", "20270310T1000Z"])
    expect(read(at(start, "20270310T110000Z") + good, tokyo)).toMatchObject({
      occurrences: [{ title: "Good" }],
      left_out: [{ title: "Odd", reason: "unreadable", detail: `DTSTART:${start}` }],
    });
});

test("zones of Windows are read as such, others that nobody knows are left out and named", () => {
  const lines = (tzid: string) =>
    vevent(`SUMMARY:Zoned\nDTSTART;TZID=${tzid}:20270310T100000\nDURATION:PT1H`);
  const tokyo = { zone: "Asia/Tokyo" };
  for (const tzid of [
    "Eastern Standard Time",
    '"(UTC-05:00) Eastern Time (US & Canada)"',
    '"(GMT-05:00) Eastern Time (US and Canada)"',
    "America/New_York",
  ])
    expect([tzid, times(lines(tzid), tokyo)]).toEqual([
      tzid,
      ["2027-03-10T15:00:00 2027-03-10T16:00:00"],
    ]);
  for (const [tzid, time] of [
    ["W. Europe Standard Time", "2027-03-10T09:00:00"],
    ['"(UTC+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna"', "2027-03-10T09:00:00"],
    ["UTC-02", "2027-03-10T12:00:00"],
    ["Pacific Standard Time (Mexico)", "2027-03-10T18:00:00"],
    ['"tzone://Microsoft/Utc"', "2027-03-10T10:00:00"],
  ] as const)
    expect([tzid, read(lines(tzid), tokyo).occurrences[0]?.starts_at]).toEqual([tzid, time]);
  for (const tzid of [
    "Corporate Time",
    "BST",
    "IST",
    "Customized Time Zone",
    '"(UTC-05:00) Nowhere"',
  ])
    expect(read(lines(tzid) + good, tokyo)).toMatchObject({
      occurrences: [{ title: "Good" }],
      left_out: [{ title: "Zoned", reason: "unknown_zone", detail: tzid.replaceAll('"', "") }],
    });
  const past = lines('"(UTC-05:00) Nowhere"').replace("20270310", "20250310");
  const secret = lines("Corporate Time").replace("SUMMARY", "CLASS:PRIVATE\nSUMMARY");
  expect(titles(past + secret + good)).toEqual([["Good"], []]);
  const broken = VTIMEZONE.replace("TZOFFSETTO:+0100", "TZOFFSETTO");
  expect(titles(broken + lines("Customized Time Zone") + good)).toEqual([
    ["Good"],
    ["Zoned: unknown_zone"],
  ]);
});

test("the table of Windows names only zones that are known", () => {
  const zones = [...windowsZones.values()];
  expect(zones.length).toBeGreaterThan(250);
  for (const zone of zones)
    expect(new Intl.DateTimeFormat("en", { timeZone: zone }).resolvedOptions()).toBeTruthy();
});
