import { dayBounds, earlierOf } from "#lib/platform/clock.ts";
import type { ServiceDay } from "#lib/services/uptime/queries.ts";
import {
  ownDowntime,
  type Period,
  periodsOf,
  type UptimeDay,
  WEIGHTS,
} from "#lib/services/uptime/uptime.ts";
import { emptyDay } from "#lib/services/uptime-corrections/apply.ts";
import type { Correction } from "#lib/services/uptime-corrections/on-days.ts";
import type { PublicService } from "#lib/site/snapshot/tree.ts";
import type { MeasuredIncident } from "#lib/site/uptime/queries.ts";

type ChildDowntime = { service: PublicService; downtime_seconds: number };

export type ExplainedDay = {
  day: string;
  downtime_seconds: number;
  /** The service's own incidents, weighted. */
  own_seconds: number;
  children_seconds: number;
  /** How many children it had that day. */
  children_count: number;
  /** The larger of the two counts. */
  counted: "own" | "children";
  /** Own incidents, each second once; null: too many to list. */
  periods: Period<MeasuredIncident>[] | null;
  /** Own incidents that do not count as downtime, each second once. */
  uncounted: Period<MeasuredIncident>[];
  /** Children with downtime, in page order; null: too many, or not all are on the page now. */
  children: ChildDowntime[] | null;
  correction: DayCorrected | null;
};

type DayCorrected = {
  reason: string;
  ignore_checks: boolean;
  /** The corrected and the measured downtime of the service itself; null: not corrected. */
  downtime: { seconds: number; found_seconds: number } | null;
};

type Counted = {
  service: PublicService;
  rolled: ReadonlyMap<number, readonly UptimeDay[]>;
  incidents: readonly MeasuredIncident[];
  corrections: readonly Correction[];
  now: string;
  time_zone: string;
};

export function weightedSeconds({ seconds, incident }: Period<MeasuredIncident>): number {
  return incident.affects_uptime ? seconds * WEIGHTS[incident.severity] : 0;
}

/** Rounds to thousandths, to hide floating-point errors. */
export function roundSeconds(seconds: number): number {
  return Math.round(seconds * 1000) / 1000;
}

/** Whether the listed periods add up to the stored sums. */
function agree(periods: readonly Period<MeasuredIncident>[], day: ServiceDay): boolean {
  const sum = (severity: MeasuredIncident["severity"]) =>
    periods
      .filter(({ incident }) => incident.severity === severity)
      .reduce((seconds, period) => seconds + period.seconds, 0);
  return (
    sum("major") === day.counted_major_seconds &&
    sum("minor") === day.counted_minor_seconds &&
    sum("scheduled") === day.counted_maintenance_seconds
  );
}

// Summed over all days: the default maximum of services.
const MAX_CHILDREN = 2_000;

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

function correctionOf(day: Explainable, { corrections }: Counted): DayCorrected | null {
  const said = corrections.find((one) => one.day === day.day);
  if (!said) return null;
  const { reason, ignore_checks } = said;
  const found_seconds = day.corrected ? ownDowntime(day.corrected.found) : 0;
  const downtime = { seconds: ownDowntime(day), found_seconds };
  return { reason, ignore_checks, downtime: said.downtime_seconds === null ? null : downtime };
}

type Explainable = ServiceDay &
  Pick<UptimeDay, "downtime_seconds" | "children_count" | "children_seconds">;

const NOTHING = { downtime_seconds: 0, children_count: 0, children_seconds: 0 };

/** Whether the listed children add up to the day's mean. */
function isComplete(listed: readonly ChildDowntime[], day: Explainable): boolean {
  const sum = listed.reduce((seconds, child) => seconds + child.downtime_seconds, 0);
  return roundSeconds(sum) === roundSeconds(day.children_seconds * day.children_count);
}

function periodsOn(day: string, { incidents, now, time_zone }: Counted, isCounted: boolean) {
  const { from, to } = dayBounds(day, time_zone);
  const meant = incidents.filter(({ affects_uptime }) => affects_uptime === isCounted);
  return periodsOf(meant, { from, to: earlierOf(to, now) });
}

function daysToExplain(of: Counted): Explainable[] {
  const { service, rolled, corrections } = of;
  const rows = rolled.get(service.id) ?? [];
  const known = new Set(rows.map(({ day }) => day));
  const isCorrected = new Set(corrections.map(({ day }) => day));
  const others = corrections
    .filter(({ day }) => !known.has(day))
    .map(({ day }) => ({ ...emptyDay(service.id, day), ...NOTHING }));
  return [...rows, ...others]
    .filter(
      ({ day, downtime_seconds }) =>
        downtime_seconds > 0 || isCorrected.has(day) || periodsOn(day, of, false).length > 0,
    )
    .toSorted((a, b) => (a.day < b.day ? -1 : 1));
}

/**
 * Explains a service's downtime by day, newest first; also days whose incidents do not count.
 * Omits a list of incidents that does not add up to the stored sum.
 */
export function explainDays(of: Counted): ExplainedDay[] {
  const byDay = childrenByDay(of);
  let room = MAX_CHILDREN;
  return daysToExplain(of)
    .toReversed()
    .map((day): ExplainedDay => {
      const children = byDay.get(day.day) ?? [];
      room -= children.length;
      const { children_seconds, children_count } = day;
      const isListed = isComplete(children, day) && (room >= 0 || children.length === 0);
      const own_seconds = ownDowntime(day);
      const periods = periodsOn(day.day, of, true);
      return {
        day: day.day,
        downtime_seconds: day.downtime_seconds,
        own_seconds,
        children_seconds,
        children_count,
        counted: own_seconds >= children_seconds ? "own" : "children",
        periods: agree(periods, day.corrected?.found ?? day) ? periods : null,
        uncounted: periodsOn(day.day, of, false),
        children: isListed ? children : null,
        correction: correctionOf(day, of),
      };
    });
}

export function isWhole({ counted, periods, children }: ExplainedDay): boolean {
  return (counted === "own" ? periods : children) !== null;
}
