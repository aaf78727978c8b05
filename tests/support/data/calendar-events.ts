import { readCalendar } from "#lib/incidents/calendar-import/read-calendar.ts";
import type { CalendarQuery } from "#lib/incidents/calendar-import/times.ts";
import { calendarsIn } from "#tests/support/data/calendar-files.ts";

export const ASKED: CalendarQuery = {
  zone: "Europe/Berlin",
  from: "2027-03-01T00:00:00",
  to: "2027-05-30T00:00:00",
  most: 50,
};

export const VTIMEZONE = `BEGIN:VTIMEZONE
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

export const vevent = (lines: string, uid = "one") =>
  `BEGIN:VEVENT\nUID:${uid}\nDTSTAMP:20270101T000000Z\n${lines.trim()}\nEND:VEVENT\n`;

export function read(inner: string, asked: Partial<CalendarQuery> = {}) {
  const text = `BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:test\n${inner}END:VCALENDAR\n`;
  const query = { ...ASKED, ...asked };
  return readCalendar(calendarsIn(text.replaceAll("\n", "\r\n"), query), query);
}

export const times = (inner: string, asked: Partial<CalendarQuery> = {}) =>
  read(inner, asked).occurrences.map(({ starts_at, ends_at }) => `${starts_at} ${ends_at}`);

export const at = (day: string) => `DTSTART:${day}T100000Z\nDTEND:${day}T110000Z`;
export const good = vevent(`SUMMARY:Good\n${at("20270320")}`, "good");

export function titles(inner: string, asked: Partial<CalendarQuery> = {}) {
  const { occurrences, left_out } = read(inner, asked);
  return [
    occurrences.map(({ title }) => title),
    left_out.map(({ title, reason }) => `${title}: ${reason}`),
  ];
}
