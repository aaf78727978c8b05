import type { Severity } from "#lib/core/fields/severity.ts";
import type { ServiceDay } from "#lib/services/uptime/queries.ts";

/**
 * How much of what counts is downtime; of partial outages as much as Atlassian Statuspage and
 * Instatus document (30 %).
 */
export const WEIGHTS: Record<Severity, number> = { major: 1, minor: 0.3, scheduled: 1 };

/** A day of a service, with what its children's days make of it. */
export type UptimeDay = ServiceDay & {
  /** Seconds, partial trouble weighted; of a parent the larger of its own and its children's mean. */
  downtime_seconds: number;
  /** What the day is to the service: a parent is down when it is itself, or all children are. */
  severity: Severity;
  /** How many children had an incident. */
  affected_children: number;
};

type TreeService = { id: number; parent_id: number | null; private: boolean };

type Children = { downtime_seconds: number; affected: number; down: number; any_major: boolean };

/** What a day's own incidents count as, in seconds. */
export function ownDowntime(day: ServiceDay): number {
  return (
    WEIGHTS.major * day.counted_major_seconds +
    WEIGHTS.minor * day.counted_minor_seconds +
    WEIGHTS.scheduled * day.counted_maintenance_seconds
  );
}

function severityOf(day: ServiceDay, children: Children | undefined, count: number): Severity {
  if (day.major_seconds + day.minor_seconds === 0) return "scheduled";
  if (day.major_seconds === 0) return "minor";
  const own = day.counted_major_seconds > 0 || !children?.any_major;
  return own || children?.down === count ? "major" : "minor";
}

function childrenByDay(days: readonly UptimeDay[]): Map<string, Children> {
  const byDay = new Map<string, Children>();
  for (const { day, downtime_seconds, severity, major_seconds } of days) {
    const sum = byDay.get(day) ?? { downtime_seconds: 0, affected: 0, down: 0, any_major: false };
    sum.downtime_seconds += downtime_seconds;
    sum.affected += Number(severity !== "scheduled");
    sum.down += Number(severity === "major");
    sum.any_major ||= major_seconds > 0;
    byDay.set(day, sum);
  }
  return byDay;
}

/**
 * The days of every service, rolled up from its children: the mean of those that are not private,
 * so that one of twenty does not take a region down.
 * @param services of one page, each with all that is below it, private ones excepted
 * @param days what `listServiceDays` says of them
 */
export function rollUp(
  services: readonly TreeService[],
  days: readonly ServiceDay[],
): Map<number, UptimeDay[]> {
  const daysOf = Map.groupBy(days, (day) => day.service_id);
  const childrenOf = Map.groupBy(
    services.filter((service) => !service.private),
    (service) => service.parent_id,
  );
  const rolled = new Map<number, UptimeDay[]>();
  const roll = (id: number): UptimeDay[] => {
    const known = rolled.get(id);
    if (known) return known;
    const children = childrenOf.get(id) ?? [];
    const below = childrenByDay(children.flatMap((child) => roll(child.id)));
    const own = (daysOf.get(id) ?? []).map((day): UptimeDay => {
      const sum = below.get(day.day);
      const mean = sum ? sum.downtime_seconds / children.length : 0;
      return {
        ...day,
        downtime_seconds: Math.max(ownDowntime(day), mean),
        severity: severityOf(day, sum, children.length),
        affected_children: sum?.affected ?? 0,
      };
    });
    rolled.set(id, own);
    return own;
  };
  for (const service of services) roll(service.id);
  return rolled;
}
