import type { CalendarQuery } from "#lib/incidents/calendar-import/candidates.ts";
import { type Read, readCalendar } from "#lib/incidents/calendar-import/read-calendar.ts";

/** Entry point of the worker thread in import-calendars.ts. */
export default function read({ text, query }: { text: string; query: CalendarQuery }): Read {
  return readCalendar(text, query);
}
