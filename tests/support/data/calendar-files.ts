import { createHash } from "node:crypto";
import { readCalendar } from "#lib/incidents/calendar-import/read-calendar.ts";
import { CalendarSplitter, type Calendars } from "#lib/incidents/calendar-import/split-calendar.ts";

/** Calendars as programs write them, by a table: program × rule × exception. */
export const FILES_PERIOD = { from: "2027-03-01T00:00:00", to: "2027-05-30T00:00:00" };
export const FILES_ZONE = "Europe/Berlin";

const ZONES = [
  ["Europe/Berlin", "W. Europe Standard Time"],
  ["America/New_York", "Eastern Standard Time"],
  ["Asia/Tokyo", "Tokyo Standard Time"],
  ["Australia/Sydney", "AUS Eastern Standard Time"],
  ["America/Los_Angeles", "(UTC-08:00) Pacific Time (US & Canada)"],
  ["Asia/Kolkata", "India Standard Time"],
] as const;

const RULES = [
  "",
  "FREQ=DAILY;COUNT=12",
  "FREQ=DAILY;INTERVAL=3;UNTIL={until}",
  "FREQ=WEEKLY;BYDAY=MO,WE,FR",
  "FREQ=WEEKLY;INTERVAL=2;WKST=SU;BYDAY=SU,MO",
  "FREQ=MONTHLY;BYMONTHDAY=31",
  "FREQ=MONTHLY;BYDAY=-1SU",
  "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=2",
  "FREQ=YEARLY;BYMONTH=3,4;BYDAY=2TU",
  "FREQ=YEARLY;INTERVAL=1",
  "FREQ=MONTHLY;INTERVAL=1;BYMONTHDAY=-1,13",
] as const;

const EXCEPTIONS = ["none", "gone", "moved", "cancelled", "added", "following"] as const;
const PROGRAMS = ["google", "outlook", "exchange", "apple", "confluence", "carrier"] as const;

type Case = {
  program: (typeof PROGRAMS)[number];
  rule: string;
  exception: (typeof EXCEPTIONS)[number];
  zone: (typeof ZONES)[number];
};

// Each rule's first dates from 2027-02-01 on, so that DTSTART is one of its own.
const FIRST: Record<string, string> = {
  "FREQ=MONTHLY;BYMONTHDAY=31": "20270131",
  "FREQ=MONTHLY;BYDAY=-1SU": "20270228",
  "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=2": "20270202",
  "FREQ=YEARLY;BYMONTH=3,4;BYDAY=2TU": "20260310",
  "FREQ=YEARLY;INTERVAL=1": "20200405",
  "FREQ=MONTHLY;INTERVAL=1;BYMONTHDAY=-1,13": "20270213",
  "FREQ=DAILY;COUNT=12": "20270320",
  "FREQ=WEEKLY;INTERVAL=2;WKST=SU;BYDAY=SU,MO": "20260301",
  "FREQ=WEEKLY;BYDAY=MO,WE,FR": "20260304",
};
const SECOND: Record<string, string> = {
  "FREQ=MONTHLY;BYMONTHDAY=31": "20270331",
  "FREQ=MONTHLY;BYDAY=-1SU": "20270328",
  "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=2": "20270302",
  "FREQ=YEARLY;BYMONTH=3,4;BYDAY=2TU": "20270413",
  "FREQ=YEARLY;INTERVAL=1": "20270405",
  "FREQ=MONTHLY;INTERVAL=1;BYMONTHDAY=-1,13": "20270413",
  "FREQ=DAILY;COUNT=12": "20270328",
  "FREQ=WEEKLY;INTERVAL=2;WKST=SU;BYDAY=SU,MO": "20270314",
  "FREQ=WEEKLY;BYDAY=MO,WE,FR": "20270331",
};

// Offset, and for those who change their clocks: in summer, begin and end of the summer.
const OFFSETS: Record<string, readonly string[]> = {
  "Europe/Berlin": ["+0100", "+0200", "-1SU;BYMONTH=3", "02", "-1SU;BYMONTH=10", "03"],
  "America/New_York": ["-0500", "-0400", "2SU;BYMONTH=3", "02", "1SU;BYMONTH=11", "02"],
  "America/Los_Angeles": ["-0800", "-0700", "2SU;BYMONTH=3", "02", "1SU;BYMONTH=11", "02"],
  "Australia/Sydney": ["+1000", "+1100", "1SU;BYMONTH=10", "02", "1SU;BYMONTH=4", "03"],
  "Asia/Tokyo": ["+0900"],
  "Asia/Kolkata": ["+0530"],
};

/** A zone as Outlook writes it. */
function vtimezone(tzid: string, iana: string): string {
  const [winter = "", summer = winter, begin, beginHour, end, endHour] = OFFSETS[iana] ?? [];
  const part = (kind: string, [from, to]: string[], rule?: string, hour = "00") =>
    `BEGIN:${kind}\nDTSTART:16010101T${hour}0000\n${rule ? `RRULE:FREQ=YEARLY;BYDAY=${rule}\n` : ""}` +
    `TZOFFSETFROM:${from}\nTZOFFSETTO:${to}\nEND:${kind}\n`;
  const daylight = begin ? part("DAYLIGHT", [winter, summer], begin, beginHour) : "";
  const standard = part("STANDARD", [summer, winter], end, endHour);
  return `BEGIN:VTIMEZONE\nTZID:${tzid}\n${standard}${daylight}END:VTIMEZONE\n`;
}

type Form = { tzid: string; isUtc: boolean; isDay: boolean; hour: string; header: string };

function formOf({ program, rule, zone: [iana, windows] }: Case, index: number): Form {
  const isDay = index % 5 === 4 && program !== "carrier";
  const hour = index % 2 === 0 ? "1000" : "2330";
  const header = { google: `X-WR-TIMEZONE:${iana}\n`, apple: "CALSCALE:GREGORIAN\n" };
  const ofWindows = index % 2 === 0 ? windows : `Our ${iana.split("/")[1]}`;
  const named = { outlook: ofWindows, exchange: windows }[program as string] ?? iana;
  const known = header[program as keyof typeof header] ?? "";
  const defined = program === "outlook" ? vtimezone(named, iana) : "";
  const isUtc = program === "carrier" || (program === "google" && rule === "");
  return { tzid: named, isUtc, isDay, hour, header: known + defined };
}

function event(lines: readonly string[]): string {
  return `BEGIN:VEVENT\n${lines.filter(Boolean).join("\n")}\nEND:VEVENT\n`;
}

function fileOf(one: Case, index: number): { name: string; text: string } {
  const { program, rule, exception, zone } = one;
  const { tzid, isUtc, isDay, hour, header } = formOf(one, index);
  const quoted = /[,:;]/.test(tzid) ? `"${tzid}"` : tzid;
  const valued = (name: string, more = "") => {
    if (isDay) return `${name};VALUE=DATE${more}`;
    return isUtc ? `${name}${more}` : `${name};TZID=${quoted}${more}`;
  };
  const at = (day: string, clock = hour) => (isDay ? day : `${day}T${clock}00${isUtc ? "Z" : ""}`);
  const [first, second] = [FIRST[rule] ?? "20270305", SECOND[rule] ?? "20270311"];
  const until = isDay ? "20270420" : "20270420T000000Z";
  const length = program === "apple" && !isDay ? "DURATION:PT1H30M" : "";
  const ends = (day: string) => {
    if (isDay || length) return length;
    return hour === "1000" ? `${valued("DTEND")}:${at(day, "1130")}` : "DURATION:PT90M";
  };
  const status = program === "carrier" ? "X-MAINTNOTE-STATUS:CONFIRMED" : "STATUS:CONFIRMED";
  const base = [`UID:${index}@${program}.example`, "DTSTAMP:20270101T000000Z"];
  const recurs = rule !== "";
  const master = [
    ...base,
    `${valued("DTSTART")}:${at(first)}`,
    ends(first),
    recurs ? `RRULE:${rule.replace("{until}", until)}` : "",
    exception === "gone" && recurs ? `${valued("EXDATE")}:${at(second)}` : "",
    exception === "added" ? `${valued("RDATE")}:${at("20270515")},${at("20270517")}` : "",
    status,
    "SEQUENCE:1",
    `SUMMARY:Work ${index}`,
  ];
  const isPart = recurs && ["moved", "cancelled", "following"].includes(exception);
  const range = exception === "following" ? ";RANGE=THISANDFUTURE" : "";
  const moved = exception === "cancelled" ? second : `${Number(second) - (isDay ? 1 : 0)}`;
  const gone = program === "carrier" ? "X-MAINTNOTE-STATUS:CANCELLED" : "STATUS:CANCELLED";
  const part = [
    ...base,
    `${valued("RECURRENCE-ID", range)}:${at(second)}`,
    `${valued("DTSTART")}:${at(moved, exception === "cancelled" ? hour : "1200")}`,
    isDay ? "" : "DURATION:PT2H",
    exception === "cancelled" ? gone : status,
    "SEQUENCE:2",
    `SUMMARY:Work ${index}\\, moved`,
  ];
  const events = event(master) + (isPart ? event(part) : "");
  const text = `BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:-//${program}//EN\n${header}${events}`;
  return {
    name: `${program} ${rule || "once"} ${exception} ${zone[0]}${isDay ? " day" : ""}`,
    text: `${text}END:VCALENDAR\n`.replaceAll("\n", "\r\n"),
  };
}

const written = PROGRAMS.flatMap((program) =>
  RULES.flatMap((rule) => EXCEPTIONS.map((exception) => ({ program, rule, exception }))),
).map((one, index) => fileOf({ ...one, zone: ZONES[index % ZONES.length] ?? ZONES[0] }, index));

// From two Saturdays before the clocks change; rules without a count may leave the first date out.
const CHANGING = [
  ["Europe/Berlin", "20270320"],
  ["America/New_York", "20270306"],
  ["Australia/Sydney", "20270327"],
] as const;
const HOURS = ["0130", "0200", "0230", "0300"] as const;
const UNSYNCHRONIZED = [
  "FREQ=DAILY;COUNT=12",
  "FREQ=WEEKLY;BYDAY=SA,SU;COUNT=8",
  "FREQ=HOURLY;INTERVAL=6;COUNT=50",
  "FREQ=WEEKLY;BYDAY=MO,TH;UNTIL=20270410T000000Z",
  "FREQ=WEEKLY;INTERVAL=2;BYDAY=SU",
  "FREQ=MONTHLY;BYMONTHDAY=15,28",
  "FREQ=YEARLY;BYMONTH=4;BYMONTHDAY=4",
] as const;

const odd = CHANGING.flatMap(([zone, first]) =>
  HOURS.flatMap((hour) =>
    UNSYNCHRONIZED.map((rule) => {
      const times = `DTSTART;TZID=${zone}:${first}T${hour}00\nDURATION:PT90M\nRRULE:${rule}`;
      const one = event(["UID:1@odd.example", "DTSTAMP:20270101T000000Z", times, "SUMMARY:Odd"]);
      const text = `BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:odd\n${one}END:VCALENDAR\n`;
      return { name: `odd ${zone} ${hour} ${rule}`, text: text.replaceAll("\n", "\r\n") };
    }),
  ),
);

/** The independent reader adds durations to the clock's hands, so odd times compare by starts. */
const startsOf = (found: readonly string[]) => found.map((one) => one.slice(0, 19));

export const calendarFiles = [
  ...written.map((file) => ({ ...file, compared: (found: readonly string[]) => [...found] })),
  ...odd.map((file) => ({ ...file, compared: startsOf })),
];

/** The calendars of a file that comes in one piece, or in pieces of some bytes. */
export function calendarsIn(
  file: string | Buffer,
  period: { from: string; to: string },
  { charset = null, bytes = 1e9 }: { charset?: string | null; bytes?: number } = {},
): Calendars {
  const splitter = new CalendarSplitter(period, charset);
  const whole = Buffer.from(file as string);
  for (let at = 0; at < whole.length; at += bytes) splitter.push(whole.subarray(at, at + bytes));
  return splitter.end();
}

/** As `2027-03-10T10:00:00 2027-03-10T11:00:00 Title`, sorted. */
export function occurrencesIn(text: string): string[] {
  const query = { zone: FILES_ZONE, ...FILES_PERIOD, most: 200 };
  const { occurrences, left_out } = readCalendar(calendarsIn(text, query, { bytes: 999 }), query);
  const found = occurrences.map((one) => `${one.starts_at} ${one.ends_at} ${one.title}`);
  return [...found, ...left_out.map((one) => JSON.stringify(one))].toSorted();
}

/** A line that tells a file's occurrences. */
export function rowOf(name: string, found: readonly string[]): string {
  const digest = createHash("sha256").update(found.join("\n")).digest("hex").slice(0, 8);
  return `${digest} ${found.length} ${name}`;
}
