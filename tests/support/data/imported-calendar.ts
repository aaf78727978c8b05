import type { ServerResponse } from "node:http";
import type { Db } from "#db/index.ts";
import { parseInput } from "#lib/core/fields/validation.ts";
import { importCalendar, type Reader } from "#lib/incidents/calendar-import/import-calendar.ts";
import { readCalendar } from "#lib/incidents/calendar-import/read-calendar.ts";
import { listIncidents } from "#lib/incidents/read.ts";
import { createIntegration } from "#lib/pages/integrations/integrations.ts";
import { CreateIntegration } from "#lib/pages/integrations/schema.ts";
import { later, wireNow } from "#lib/platform/clock.ts";
import { newsroom } from "#tests/support/data/news.ts";
import { Receiver } from "#tests/support/http/receiver.ts";

const DAY = 86_400;

export type Planned = {
  uid: string;
  summary: string;
  /** Days from now at which it begins; it takes two hours. */
  day: number;
  more?: string;
};

const compact = (time: string) => `${time.replaceAll(/[-:]/g, "")}Z`;

/** A time in whole hours so many days from now. */
export function dayAhead(day: number): string {
  return `${later(wireNow(), day * DAY).slice(0, 13)}:00:00`;
}

/** An iCalendar file with these events. */
function calendarFile(planned: readonly Planned[]): string {
  const events = planned.map(({ uid, summary, day, more = "" }) => {
    const start = dayAhead(day);
    const times = `DTSTART:${compact(start)}\nDTEND:${compact(later(start, 7_200))}\n`;
    return `BEGIN:VEVENT\nUID:${uid}\nSUMMARY:${summary}\n${times}${more}END:VEVENT\n`;
  });
  const text = `BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:x\n${events.join("")}END:VCALENDAR\n`;
  return text.replaceAll("\n", "\r\n");
}

/** A calendar on a server of this machine. */
export async function loadCalendar() {
  const receiver = await Receiver.open();
  const serve = (planned: readonly Planned[]) => {
    const body = calendarFile(planned);
    receiver.answer = (response: ServerResponse) =>
      void response.writeHead(200, { "content-type": "text/calendar" }).end(body);
  };
  serve([]);
  return { receiver, serve };
}

/** A page that imports a calendar, in this process. */
export async function importing(db: Db, url: string, settings: object = {}) {
  const room = await newsroom(db, { settings: { external_calendar_enabled: true } });
  const { ctx, page } = room;
  const asked = { enabled: true, url, ...settings };
  const input = parseInput(CreateIntegration, { name: "calendar", settings: asked });
  const integration = await createIntegration(ctx, page, input);
  const run = async () => {
    const read: Reader = async (_, ...given) => readCalendar(...given);
    const which = { status_page_id: page.id, integration_id: integration.id };
    await importCalendar(ctx, which, { run: null, read });
  };
  const planned = async () =>
    (await listIncidents(ctx, page, { limit: 100 }, { severity: "scheduled" })).rows.reverse();
  const titles = async () => (await planned()).map(({ title }) => title);
  const outcome = async () => {
    const row = await db
      .selectFrom("integrations")
      .leftJoin("calendar_imports", "calendar_imports.integration_id", "integrations.id")
      .select(["last_error", "checked_at", "result"])
      .where("integrations.id", "=", integration.id)
      .executeTakeFirstOrThrow();
    return { last_error: row.last_error, ...(row.result as Record<string, number>) };
  };
  return { ...room, integration, run, planned, titles, outcome };
}
