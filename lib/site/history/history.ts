import type { PageTarget } from "#lib/core/access/authorize.ts";
import { SEVERITIES } from "#lib/core/fields/severity.ts";
import type { Context } from "#lib/core/request/context.ts";
import { adjacentDay, dayOf, earlierOf, later, laterOf, monthAfter } from "#lib/platform/clock.ts";
import { notFound } from "#lib/platform/errors/errors.ts";
import { dayUntil } from "#lib/site/snapshot/days.ts";
import { ONE_UPDATE, type PublicIncident, withDetails } from "#lib/site/snapshot/incidents.ts";
import { loadSnapshot } from "#lib/site/snapshot/load.ts";
import { findIncident, listIncidentsDuring } from "#lib/site/snapshot/queries.ts";
import { type HistoryDays, historyDays } from "#lib/site/snapshot/records.ts";
import { publicService, type Snapshot } from "#lib/site/snapshot/snapshot.ts";
import { descendants, type PublicService } from "#lib/site/snapshot/tree.ts";

type HistoryMonth = {
  month: string;
  from_day: string;
  to_day: string;
  /** The neighboring months, if the page shows them. */
  before: string | null;
  after: string | null;
};

export function isMonth(text: string): boolean {
  return /^\d{4}-(0[1-9]|1[0-2])$/.test(text) && text >= "1900";
}

export function monthOf(day: string): string {
  return day.slice(0, 7);
}

/** @returns `YYYY-MM-DD`s */
export function daysOfMonth(month: string): string[] {
  const { daysInMonth } = Temporal.PlainYearMonth.from(month);
  return Array.from(
    { length: daysInMonth },
    (_, index) => `${month}-${String(index + 1).padStart(2, "0")}`,
  );
}

/** @returns null for months that the page does not show */
export function historyMonth(
  month: string,
  { first_day, today }: Pick<HistoryDays, "first_day" | "today">,
): HistoryMonth | null {
  if (!isMonth(month) || month < monthOf(first_day) || month > monthOf(today)) return null;
  const days = daysOfMonth(month).filter((day) => day >= first_day && day <= today);
  const [before, after] = [monthAfter(month, -1), monthAfter(month, 1)];
  return {
    month,
    from_day: days[0] ?? first_day,
    to_day: days.at(-1) ?? today,
    before: before >= monthOf(first_day) ? before : null,
    after: after <= monthOf(today) ? after : null,
  };
}

type HistoryFilter = {
  month?: string;
  service_id?: number;
  type?: string;
  /** Lists only incidents below this id. */
  before?: number;
};

export type History = HistoryMonth & {
  service: PublicService | null;
  type: string | null;
  incidents: PublicIncident[];
  earlier: number;
  is_whole: boolean;
  limit_day: HistoryDays["limit_day"];
};

function isType(type: string, { types }: Snapshot): boolean {
  return SEVERITIES.some((severity) => severity === type) || types.has(type);
}

/**
 * Reads the incidents of a month in the page's zone.
 * @throws {AppError} `not_found`, also for months that the page does not show; `forbidden`
 */
export async function loadHistory(
  ctx: Context,
  { before, service_id, type, ...target }: PageTarget & HistoryFilter,
): Promise<{ snapshot: Snapshot; history: History }> {
  const { grant, snapshot } = await loadSnapshot(ctx, target);
  const { page, as_of, by_id } = snapshot;
  const shown = await historyDays(ctx.db, grant, snapshot);
  const month = historyMonth(target.month ?? monthOf(dayOf(as_of, page.time_zone)), shown);
  if (!month || (type !== undefined && !isType(type, snapshot))) throw notFound();
  const service = service_id === undefined ? null : publicService(snapshot, service_id);
  const within = service ? [service, ...descendants(service)].map(({ id }) => id) : undefined;
  const scope = { ...snapshot.scope, within, type };
  const after = before === undefined ? undefined : await findIncident(ctx.db, grant, scope, before);
  if (before !== undefined && !after) throw notFound();
  const span = {
    from: dayUntil(month.from_day, page.time_zone, as_of).from,
    to: dayUntil(month.to_day, page.time_zone, as_of).to,
  };
  const rows = await listIncidentsDuring(ctx.db, grant, scope, span, after);
  const earlier = (rows[0]?.total ?? 0) - rows.length;
  return {
    snapshot,
    history: {
      ...month,
      service,
      type: type ?? null,
      incidents: await withDetails(ctx.db, grant, rows, [...by_id.keys()], ONE_UPDATE),
      earlier,
      is_whole: !after && earlier === 0,
      limit_day: shown.limit_day,
    },
  };
}

export type HistoryEntry =
  | { kind: "day"; day: string; incidents: PublicIncident[] }
  | { kind: "quiet"; from: string; to: string };

type Listed = Pick<History, "incidents" | "from_day" | "to_day" | "is_whole" | "service">;

type Span = { starts_at: string; ends_at: string | null };

/** When an incident affected the services of the history: at least its whole span, if nothing. */
function spansOf(incident: PublicIncident, service: PublicService | null): Span[] {
  const below = service && new Set([service, ...descendants(service)].map(({ id }) => id));
  const own = incident.impacts.filter(({ service_id }) => below?.has(service_id) ?? true);
  return own.length > 0 ? own : [incident];
}

function dayOfStart({ starts_at }: Span, from_day: string, zone: string): string {
  return laterOf(dayOf(starts_at, zone), from_day);
}

function lastDayOf({ starts_at, ends_at }: Span, to_day: string, zone: string): string {
  if (ends_at === null) return to_day;
  const moment = laterOf(later(ends_at, -1), starts_at);
  return earlierOf(dayOf(moment, zone), to_day);
}

function quietRuns(days: readonly string[]): { from: string; to: string }[] {
  const runs: { from: string; to: string }[] = [];
  for (const day of days) {
    const last = runs.at(-1);
    if (last && adjacentDay(last.to, 1) === day) last.to = day;
    else runs.push({ from: day, to: day });
  }
  return runs;
}

export function byDay(
  { incidents, from_day, to_day, is_whole, service }: Listed,
  zone: string,
): HistoryEntry[] {
  const listed = incidents.map((incident) => {
    const spans = spansOf(incident, service).map((span) => ({
      from: dayOfStart(span, from_day, zone),
      to: lastDayOf(span, to_day, zone),
    }));
    const days = spans.filter(({ to }) => to >= from_day).map(({ from }) => from);
    return { incident, spans, day: days.sort()[0] ?? from_day };
  });
  const busy = Map.groupBy(listed, ({ day }) => day);
  const spans = listed.flatMap((one) => one.spans);
  const days: string[] = [];
  for (let day = from_day; day <= to_day; day = adjacentDay(day, 1)) days.push(day);
  const quiet = days.filter((day) => !spans.some(({ from, to }) => from <= day && day <= to));
  const entries: HistoryEntry[] = [
    ...Array.from(busy, ([day, began]) => {
      return { kind: "day" as const, day, incidents: began.map(({ incident }) => incident) };
    }),
    ...(is_whole ? quietRuns(quiet).map((run) => ({ kind: "quiet" as const, ...run })) : []),
  ];
  const key = (entry: HistoryEntry) => (entry.kind === "day" ? entry.day : entry.from);
  return entries.sort((a, b) => (key(a) < key(b) ? 1 : -1));
}
