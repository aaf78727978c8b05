import type { Severity } from "#lib/core/fields/severity.ts";
import {
  adjacentDay,
  dayBounds,
  dayOf,
  earlierOf,
  later,
  laterOf,
  secondsBetween,
} from "#lib/platform/clock.ts";
import {
  overlap,
  periodsOf,
  type Span,
  type TimedIncident,
  without,
} from "#lib/services/uptime/uptime.ts";

/** The correction of a day in the page's zone. */
export type Correction = {
  service_id: number;
  day: string;
  downtime_seconds: number | null;
  ignore_checks: boolean;
  reason: string;
  /** The seconds found in the corrected part of the day; null: the whole day is corrected. */
  replaced: Record<Severity, number> | null;
};

/** `impacts`: counted ones of the service around the day; needed in another zone only. */
export type EnteredCorrection = Omit<Correction, "replaced"> & {
  time_zone: string;
  updated_at: string;
  impacts: readonly TimedIncident[];
};

const lengthOf = ({ from, to }: Span) => secondsBetween(from, to);

function daysIn({ from, to }: Span, zone: string): string[] {
  const last = dayOf(later(to, -1), zone);
  const days: string[] = [];
  for (let day = dayOf(from, zone); day <= last; day = adjacentDay(day, 1)) days.push(day);
  return days;
}

type Part = { entered: EnteredCorrection; bounds: Span };

/** @param parts of one service, the one that counts first */
function joined(service_id: number, day: string, zone: string, parts: Part[]): Correction {
  const whole = dayBounds(day, zone);
  const replaced = { major: 0, minor: 0, scheduled: 0 };
  let free = [whole];
  let downtime: number | null = null;
  for (const { entered, bounds } of parts) {
    if (entered.downtime_seconds === null) continue;
    const spans = free.flatMap((each) => overlap(each, bounds));
    free = free.flatMap((each) => without(each, bounds));
    const share = spans.reduce((sum, span) => sum + lengthOf(span), 0) / lengthOf(bounds);
    downtime = (downtime ?? 0) + share * entered.downtime_seconds;
    for (const { seconds, incident } of spans.flatMap((each) => periodsOf(entered.impacts, each)))
      replaced[incident.severity] += seconds;
  }
  // Checks are summed by day: those of the day that has most of the corrected one are ignored.
  const ignore_checks = parts.some(({ entered, bounds }) => {
    const within = { from: laterOf(bounds.from, whole.from), to: earlierOf(bounds.to, whole.to) };
    return entered.ignore_checks && 2 * lengthOf(within) >= lengthOf(bounds);
  });
  const downtime_seconds = downtime === null ? null : Math.round(downtime);
  const reason = [...new Set(parts.map(({ entered }) => entered.reason))].join(" · ");
  return { service_id, day, downtime_seconds, ignore_checks, reason, replaced };
}

/**
 * Corrections as days of the page's zone, newest first. One that was entered in another zone counts
 * in its own hours, by overlap; a correction of the very day counts alone, and of others the newest.
 */
export function correctionsOnDays(
  entered: readonly EnteredCorrection[],
  zone: string,
): Correction[] {
  const [here, elsewhere] = [true, false].map((is) =>
    entered.filter(({ time_zone }) => (time_zone === zone) === is),
  ) as [EnteredCorrection[], EnteredCorrection[]];
  const keyOf = ({ service_id }: EnteredCorrection, day: string) => `${service_id}/${day}`;
  const isEntered = new Set(here.map((each) => keyOf(each, each.day)));
  const pieces = elsewhere
    .toSorted((a, b) => (a.updated_at < b.updated_at ? 1 : -1))
    .map((each) => ({ entered: each, bounds: dayBounds(each.day, each.time_zone) }))
    .flatMap((part) => daysIn(part.bounds, zone).map((day) => ({ ...part, day })))
    .filter((part) => !isEntered.has(keyOf(part.entered, part.day)));
  const byDay = Map.groupBy(pieces, ({ entered: each, day }) => keyOf(each, day));
  return [
    ...here.map((each) => ({ ...each, replaced: null })),
    ...[...byDay.values()].flatMap((parts) => {
      const [first] = parts;
      return first ? [joined(first.entered.service_id, first.day, zone, parts)] : [];
    }),
  ].toSorted((a, b) => (a.day < b.day ? 1 : -1) || a.service_id - b.service_id);
}
