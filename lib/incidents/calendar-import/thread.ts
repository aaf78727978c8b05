import { type Read, readCalendar } from "#lib/incidents/calendar-import/read-calendar.ts";
import type { Calendars } from "#lib/incidents/calendar-import/split-calendar.ts";
import type { CalendarQuery } from "#lib/incidents/calendar-import/times.ts";

/** Entry point of the worker thread in import-calendars.ts. */
export default function read({
  calendars,
  query,
}: {
  calendars: Calendars;
  query: CalendarQuery;
}): Read {
  return readCalendar(calendars, query);
}
