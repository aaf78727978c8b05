import type { Asked } from "#lib/incidents/calendar-import/candidates.ts";
import { type Read, readCalendar } from "#lib/incidents/calendar-import/read-calendar.ts";

/** Entry point of the worker thread in import-calendars.ts. */
export default function read({ text, asked }: { text: string; asked: Asked }): Read {
  return readCalendar(text, asked);
}
