import { earlierOf } from "#lib/platform/clock.ts";
import type { ServiceDay } from "#lib/services/uptime/queries.ts";
import {
  ownDowntime,
  type Period,
  periodsOf,
  type UptimeDay,
  WEIGHTS,
} from "#lib/services/uptime/uptime.ts";
import { emptyDay } from "#lib/services/uptime-corrections/apply.ts";
import type { Correction } from "#lib/services/uptime-corrections/queries.ts";
import { dayBounds } from "#lib/site/snapshot/days.ts";
import type { PublicService } from "#lib/site/snapshot/tree.ts";
import type { CountedIncident } from "#lib/site/uptime/queries.ts";

/** What one child adds to a day of its parent. */
type ChildDowntime = { service: PublicService; downtime_seconds: number };

/** A day on which something counts, with all that does. */
export type ExplainedDay = {
  day: string;
  downtime_seconds: number;
  /** What went on with the service itself, weighted. */
  own_seconds: number;
  /** The mean of what its children had; 0 where it has none. */
  children_seconds: number;
  /** Which of the two is larger, and counts. */
  counted: "own" | "children";
  /** Its own incidents, each second once; null where there were too many to list. */
  periods: Period<CountedIncident>[] | null;
  /** Children that had any downtime, in the page's order; null where there were too many to list. */
  children: ChildDowntime[] | null;
  /** What an operator said of it instead of what was found. */
  correction: DayCorrected | null;
};

type DayCorrected = {
  reason: string;
  ignore_checks: boolean;
  /** What counts of the service itself, and what was found; null: that was not corrected. */
  downtime: { seconds: number; found_seconds: number } | null;
};

type Counted = {
  service: PublicService;
  /** Of the service and all below it. */
  rolled: ReadonlyMap<number, readonly UptimeDay[]>;
  incidents: readonly CountedIncident[];
  /** Of the service itself. */
  corrections: readonly Correction[];
  now: string;
  time_zone: string;
};

export function weightedSeconds({ seconds, incident }: Period<CountedIncident>): number {
  return seconds * WEIGHTS[incident.severity];
}

/** A sum of seconds, rounded to thousandths to hide floating-point error. */
export function roundSeconds(seconds: number): number {
  return Math.round(seconds * 1000) / 1000;
}

/** Whether periods are all that the roll-up counts. */
function agree(periods: readonly Period<CountedIncident>[], day: ServiceDay): boolean {
  const sum = (severity: CountedIncident["severity"]) =>
    periods
      .filter(({ incident }) => incident.severity === severity)
      .reduce((seconds, period) => seconds + period.seconds, 0);
  return (
    sum("major") === day.counted_major_seconds &&
    sum("minor") === day.counted_minor_seconds &&
    sum("scheduled") === day.counted_maintenance_seconds
  );
}

// Of all days together: as many as a page has services, by default.
const MAX_CHILDREN = 2_000;

/** What children had on each day. */
function childrenByDay({ service, rolled }: Counted): Map<string, ChildDowntime[]> {
  const byDay = new Map<string, ChildDowntime[]>();
  for (const child of service.children)
    for (const { day, downtime_seconds } of rolled.get(child.id) ?? []) {
      if (downtime_seconds === 0) continue;
      const known = byDay.get(day) ?? [];
      known.push({ service: child, downtime_seconds });
      byDay.set(day, known);
    }
  return byDay;
}

function correctionOf(
  { day, corrected }: Explainable,
  { corrections }: Counted,
): DayCorrected | null {
  const said = corrections.find((one) => one.day === day);
  if (!said) return null;
  const { reason, ignore_checks, downtime_seconds: seconds } = said;
  const found_seconds = corrected ? ownDowntime(corrected.found) : 0;
  return { reason, ignore_checks, downtime: seconds === null ? null : { seconds, found_seconds } };
}

type Explainable = ServiceDay & Pick<UptimeDay, "downtime_seconds">;

/** Days with downtime, and those that were corrected, the oldest first. */
function daysToExplain({ service, rolled, corrections }: Counted): Explainable[] {
  const rows = rolled.get(service.id) ?? [];
  const known = new Set(rows.map(({ day }) => day));
  const isCorrected = new Set(corrections.map(({ day }) => day));
  const others = corrections
    .filter(({ day }) => !known.has(day))
    .map(({ day }) => ({ ...emptyDay(service.id, day), downtime_seconds: 0 }));
  return [...rows, ...others]
    .filter(({ day, downtime_seconds }) => downtime_seconds > 0 || isCorrected.has(day))
    .toSorted((a, b) => (a.day < b.day ? -1 : 1));
}

/**
 * The days that make up a service's downtime, the newest first, each with what counted on it. A list
 * of incidents that does not add up to what the roll-up says of a day is not shown for it.
 */
export function explainDays(of: Counted): ExplainedDay[] {
  const { service, incidents, now, time_zone } = of;
  const byDay = childrenByDay(of);
  let room = MAX_CHILDREN;
  return daysToExplain(of)
    .toReversed()
    .map((day): ExplainedDay => {
      const children = byDay.get(day.day) ?? [];
      room -= children.length;
      const sum = children.reduce((seconds, child) => seconds + child.downtime_seconds, 0);
      const children_seconds = sum / Math.max(1, service.children.length);
      const own_seconds = ownDowntime(day);
      const { from, to } = dayBounds(day.day, time_zone);
      const periods = periodsOf(incidents, { from, to: earlierOf(to, now) });
      return {
        day: day.day,
        downtime_seconds: day.downtime_seconds,
        own_seconds,
        children_seconds,
        counted: own_seconds >= children_seconds ? "own" : "children",
        periods: agree(periods, day.corrected?.found ?? day) ? periods : null,
        children: room >= 0 || children.length === 0 ? children : null,
        correction: correctionOf(day, of),
      };
    });
}

/** Whether all that counted on a day is listed. */
export function isWhole({ counted, periods, children }: ExplainedDay): boolean {
  return (counted === "own" ? periods : children) !== null;
}
