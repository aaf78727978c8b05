import { adjacentDay, dayOf, earlierOf, later, laterOf } from "#lib/platform/clock.ts";
import type { History } from "#lib/site/history/open-history.ts";
import type { PublicIncident } from "#lib/site/snapshot/incidents.ts";

/** A day with what began on it, or days in a row on which nothing was. */
export type HistoryEntry =
  | { kind: "day"; day: string; incidents: PublicIncident[] }
  | { kind: "quiet"; from: string; to: string };

type Listed = Pick<History, "incidents" | "from_day" | "to_day" | "is_whole">;

/** The day under which an incident stands: that on which it began, or the first one shown. */
function dayOfStart({ starts_at }: PublicIncident, from_day: string, zone: string): string {
  return laterOf(dayOf(starts_at, zone), from_day);
}

function lastDayOf({ starts_at, ends_at }: PublicIncident, to_day: string, zone: string): string {
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

/**
 * The days of a month, the newest first: what began on each, and between them the days on which
 * nothing went on – if all of the month was read.
 */
export function byDay(
  { incidents, from_day, to_day, is_whole }: Listed,
  zone: string,
): HistoryEntry[] {
  const busy = Map.groupBy(incidents, (incident) => dayOfStart(incident, from_day, zone));
  const spans = incidents.map((incident) => ({
    from: dayOfStart(incident, from_day, zone),
    to: lastDayOf(incident, to_day, zone),
  }));
  const days: string[] = [];
  for (let day = from_day; day <= to_day; day = adjacentDay(day, 1)) days.push(day);
  const quiet = days.filter((day) => !spans.some(({ from, to }) => from <= day && day <= to));
  const entries: HistoryEntry[] = [
    ...Array.from(busy, ([day, began]) => ({ kind: "day" as const, day, incidents: began })),
    ...(is_whole ? quietRuns(quiet).map((run) => ({ kind: "quiet" as const, ...run })) : []),
  ];
  const key = (entry: HistoryEntry) => (entry.kind === "day" ? entry.day : entry.from);
  return entries.sort((a, b) => (key(a) < key(b) ? 1 : -1));
}
