import { pageUrl } from "#lib/core/addresses/url.ts";
import { withPictureUrlsMarkdown } from "#lib/core/markdown/pictures.ts";
import { plainTexts } from "#lib/core/markdown/rendered.ts";
import { dayBounds, dayOf, earlierOf, fromWire, monthAfter } from "#lib/platform/clock.ts";
import { monthOf } from "#lib/site/history/history.ts";
import { ONE_UPDATE, type PublicIncident, withDetails } from "#lib/site/snapshot/incidents.ts";
import { listStarted } from "#lib/site/snapshot/queries.ts";
import { historyDays } from "#lib/site/snapshot/records.ts";
import type { Loaded } from "#lib/site/statuspage-json/document-context.ts";
import { impactOf } from "#lib/site/statuspage-json/incidents.ts";
import { type HistoryMonth, momentIn } from "#lib/site/statuspage-json/shapes.ts";

const MONTHS_EACH = 3;

/** The months of a page, newest first; none before the history begins. */
function monthsOf(page: string, { first_day, today }: { first_day: string; today: string }) {
  const before = /^[1-9]\d{0,2}$/.test(page) ? (Number(page) - 1) * MONTHS_EACH : 0;
  const months = Array.from({ length: MONTHS_EACH }, (_, index) =>
    monthAfter(monthOf(today), -before - index),
  );
  return months.filter((month) => month >= monthOf(first_day));
}

type Moment = { day: string; clock: string; zone: string };

function shown(time: string, timeZone: string): Moment {
  const at = fromWire(time).epochMilliseconds;
  const parts = new Intl.DateTimeFormat("en-US", {
    timeZone,
    month: "short",
    day: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
    timeZoneName: "short",
  }).formatToParts(at);
  const { month, day, hour, minute, timeZoneName } = Object.fromEntries(
    parts.map(({ type, value }) => [type, value]),
  );
  return {
    day: `${month} <var data-var='date'>${day}</var>, `,
    clock: `<var data-var='time'>${hour}:${minute}</var>`,
    zone: timeZoneName ?? "",
  };
}

function timestampOf({ starts_at, ends_at }: PublicIncident, now: string, zone: string): string {
  const from = shown(starts_at, zone);
  const start = from.day + from.clock;
  if (ends_at === null || ends_at > now) return `${start} ${from.zone}`;
  const to = shown(ends_at, zone);
  return `${start} - ${to.day === from.day ? "" : to.day}${to.clock} ${to.zone}`;
}

function monthDocument(month: string, incidents: HistoryMonth["incidents"]): HistoryMonth {
  const first = Temporal.PlainYearMonth.from(month).toPlainDate({ day: 1 });
  return {
    name: first.toLocaleString("en-US", { month: "long" }),
    year: first.year,
    starts_on: first.dayOfWeek % 7,
    days: first.daysInMonth,
    incidents,
  };
}

/** Incidents that began in three months of the page's zone. @param page 1: the latest three */
export async function readHistory({ db, grant, snapshot }: Loaded, page = ""): Promise<object> {
  const { as_of, scope, by_id } = snapshot;
  const { time_zone } = snapshot.page;
  const months = monthsOf(page, await historyDays(db, grant, snapshot));
  const [newest, oldest] = [months.at(0), months.at(-1)];
  const from = oldest ? dayBounds(`${oldest}-01`, time_zone).from : as_of;
  const end = newest ? dayBounds(`${monthAfter(newest, 1)}-01`, time_zone).from : as_of;
  const rows = await listStarted(db, grant, scope, { from, to: earlierOf(end, as_of) });
  const incidents = await withDetails(db, grant, rows, [...by_id.keys()], ONE_UPDATE);
  const saidOf = ({ updates: [newest] }: PublicIncident) =>
    withPictureUrlsMarkdown(newest?.description ?? "", pageUrl(snapshot.page));
  const texts = await plainTexts(incidents.map(saidOf));
  const told = Map.groupBy(incidents, ({ starts_at }) => monthOf(dayOf(starts_at, time_zone)));
  const entryOf = (incident: PublicIncident) => {
    const said = saidOf(incident);
    return {
      code: String(incident.id),
      name: incident.title,
      message: texts.get(said) ?? said,
      impact: impactOf(incident),
      timestamp: timestampOf(incident, as_of, time_zone),
    };
  };
  return {
    months: months.map((month) => monthDocument(month, (told.get(month) ?? []).map(entryOf))),
    start_time: momentIn(time_zone, from),
    end_time: momentIn(time_zone, earlierOf(end, as_of)),
  };
}
