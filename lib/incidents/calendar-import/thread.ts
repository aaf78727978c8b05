import type { Asked } from "#lib/incidents/calendar-import/candidates.ts";
import { type Read, readCalendar } from "#lib/incidents/calendar-import/read-calendar.ts";

/** What a thread of lib/incidents/calendar-import/import-calendars.ts does. */
export default function read({ text, asked }: { text: string; asked: Asked }): Read {
  return readCalendar(text, asked);
}
