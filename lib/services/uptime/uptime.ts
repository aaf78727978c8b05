import { bySeverity, type Severity } from "#lib/core/fields/severity.ts";
import {
  adjacentDay,
  dayOf,
  earlierOf,
  firstDayOf,
  laterOf,
  secondsBetween,
  startOfDay,
} from "#lib/platform/clock.ts";
import type { PastChild } from "#lib/services/past-services.queries.ts";
import type { ServiceDay } from "#lib/services/uptime/queries.ts";

/** 30 % for partial outages, as Atlassian Statuspage and Instatus document. */
export const WEIGHTS: Record<Severity, number> = { major: 1, minor: 0.3, scheduled: 1 };

export type UptimeDay = ServiceDay & {
  /** Weighted seconds; for a parent the larger of its own and its children's mean. */
  downtime_seconds: number;
  /** A parent is down when it is down itself or all its children are. */
  severity: Severity;
  affected_children: number;
  /** How many public children it had that day, and their mean. */
  children_count: number;
  children_seconds: number;
};

export type TreeService = {
  id: number;
  parent_id: number | null;
  private: boolean;
  /** In the page's zone. */
  added_day?: string;
  first_day?: string;
};

type Children = { downtime_seconds: number; affected: number; down: number; any_major: boolean };

/** Weighted seconds of the day's own incidents. */
export function ownDowntime(day: ServiceDay): number {
  return (
    WEIGHTS.major * day.counted_major_seconds +
    WEIGHTS.minor * day.counted_minor_seconds +
    WEIGHTS.scheduled * day.counted_maintenance_seconds
  );
}

function severityOf(day: ServiceDay, children: Children | undefined, count: number): Severity {
  if (day.major_seconds + day.minor_seconds === 0) return day.incidents > 0 ? "minor" : "scheduled";
  if (day.major_seconds === 0) return "minor";
  const own = day.counted_major_seconds > 0 || !children?.any_major;
  return own || children?.down === count ? "major" : "minor";
}

function sumOf(days: readonly UptimeDay[]): Children {
  const sum = { downtime_seconds: 0, affected: 0, down: 0, any_major: false };
  for (const { downtime_seconds, severity, major_seconds } of days) {
    sum.downtime_seconds += downtime_seconds;
    sum.affected += Number(severity !== "scheduled");
    sum.down += Number(severity === "major");
    sum.any_major ||= major_seconds > 0;
  }
  return sum;
}

type Place = Pick<PastChild, "since_day" | "until_day">;

/** Whether a service was in a place on a day, for at least a part of it. */
export function wasOn({ since_day, until_day }: Place, day: string): boolean {
  return (since_day === null || since_day <= day) && (until_day === null || day <= until_day);
}

/** Whether a parent had a child on a day; null: on all days. */
type Had = ((day: string) => boolean) | null;

/**
 * A child added later counts from its first day, and before its parent was added: that history was
 * entered afterwards for all of them.
 */
function childrenIn(services: readonly TreeService[], past: readonly PastChild[]) {
  const current = Map.groupBy(
    services.filter((service) => !service.private),
    (service) => service.parent_id,
  );
  const moved = Map.groupBy(past, (child) => child.parent_id);
  const added = new Map(past.map(({ id, added_day }) => [id, added_day]));
  for (const { id, added_day = "" } of services) added.set(id, added_day);
  return (parent: number): Map<number, Had> => {
    const parent_added = added.get(parent) ?? "";
    const isKnown = (day: string, first_day: string) => day >= first_day || day < parent_added;
    const children = new Map<number, Had>();
    for (const { id, first_day = "" } of current.get(parent) ?? [])
      children.set(id, first_day > parent_added ? (day) => isKnown(day, first_day) : null);
    const places = Map.groupBy(moved.get(parent) ?? [], (child) => child.id);
    for (const [id, all] of places)
      children.set(id, (day) =>
        all.some((one) => wasOn(one, day) && (one.since_day || isKnown(day, one.first_day))),
      );
    return children;
  };
}

type Links = {
  /** The parents that a service ever had. */
  above: ReadonlyMap<number, readonly { parent_id: number; had: Had }[]>;
  countBelow: (parent: number, day: string) => number;
};

function linksOf(services: readonly TreeService[], past: readonly PastChild[]): Links {
  const childrenOf = childrenIn(services, past);
  const parents = new Set([...services, ...past].flatMap(({ parent_id }) => parent_id ?? []));
  const links = [...parents].flatMap((parent_id) =>
    [...childrenOf(parent_id)].map(([id, had]) => ({ id, parent_id, had })),
  );
  const below = Map.groupBy(links, ({ parent_id }) => parent_id);
  const sometimes = Map.groupBy(
    links.filter(({ had }) => had !== null),
    ({ parent_id }) => parent_id,
  );
  return {
    above: Map.groupBy(links, ({ id }) => id),
    countBelow: (parent, day) => {
      const absent = sometimes.get(parent)?.filter(({ had }) => !had?.(day)) ?? [];
      return (below.get(parent)?.length ?? 0) - absent.length;
    },
  };
}

function rollDay(rows: readonly ServiceDay[], day: string, links: Links): UptimeDay[] {
  const below = new Map<number, ServiceDay[]>();
  for (const row of rows)
    for (const { parent_id, had } of links.above.get(row.service_id) ?? []) {
      if (had && !had(day)) continue;
      const known = below.get(parent_id);
      if (known) known.push(row);
      else below.set(parent_id, [row]);
    }
  const rolled = new Map<number, UptimeDay>();
  let skipped = 0;
  const roll = (row: ServiceDay, path: readonly number[]): UptimeDay => {
    const known = rolled.get(row.service_id);
    if (known) return known;
    const [id, before] = [row.service_id, skipped];
    const children = below.get(id) ?? [];
    // Two services may have been below each other on the same day.
    const within = children.filter((child) => !path.includes(child.service_id));
    skipped += children.length - within.length;
    const sum = sumOf(within.map((child) => roll(child, [...path, id])));
    const children_count = links.countBelow(id, day) - (children.length - within.length);
    const children_seconds = within.length > 0 ? sum.downtime_seconds / children_count : 0;
    const whole = {
      ...row,
      downtime_seconds: Math.max(ownDowntime(row), children_seconds),
      severity: severityOf(row, within.length > 0 ? sum : undefined, children_count),
      affected_children: sum.affected,
      ...{ children_count, children_seconds },
    };
    if (skipped === before) rolled.set(id, whole);
    return whole;
  };
  return rows.map((row) => roll(row, []));
}

/**
 * Rolls up days from children to parents. A parent gets the mean of the public children that it had
 * that day: one of twenty must not take a region down.
 * @param services of one page, each with its public descendants
 * @param days from `listServiceDays`
 */
export function rollUp(
  services: readonly TreeService[],
  days: readonly ServiceDay[],
  past: readonly PastChild[] = [],
): Map<number, UptimeDay[]> {
  const links = linksOf(services, past);
  const byDay = [...Map.groupBy(days, ({ day }) => day)].sort(([a], [b]) => (a < b ? -1 : 1));
  const rolled = byDay.flatMap(([day, rows]) => rollDay(rows, day, links));
  return Map.groupBy(rolled, ({ service_id }) => service_id);
}

type Days = readonly Pick<UptimeDay, "day" | "downtime_seconds">[];

type Range = {
  /** In the page's zone. */
  from_day: string;
  to_day: string;
  /** Wire time. */
  now: string;
  /** The service's first known day. */
  first_day: string;
  time_zone: string;
};

export type Uptime = {
  /** Wire times. */
  starts_at: string;
  ends_at: string;
  elapsed_seconds: number;
  downtime_seconds: number;
  /** Unrounded; null: no time has passed. */
  percent: number | null;
};

/**
 * 1 − downtime ÷ elapsed time. Days have their true length (23 to 25 hours); today counts up to
 * now; a younger service counts from its first day.
 * @param rows from `rollUp`; days outside the range are ignored
 */
export function uptimeOf(rows: Days, range: Range): Uptime {
  const { from_day, to_day, now, first_day, time_zone } = range;
  const within = rows.filter(({ day }) => day >= from_day && day <= to_day);
  const starts_at = startOfDay(laterOf(from_day, first_day), time_zone);
  const ends_at = earlierOf(startOfDay(adjacentDay(to_day, 1), time_zone), now);
  const elapsed_seconds = Math.max(0, secondsBetween(starts_at, ends_at));
  const downtime_seconds = within.reduce((sum, row) => sum + row.downtime_seconds, 0);
  return {
    starts_at,
    ends_at: elapsed_seconds > 0 ? ends_at : starts_at,
    elapsed_seconds,
    downtime_seconds,
    percent:
      elapsed_seconds > 0 ? Math.max(0, 100 * (1 - downtime_seconds / elapsed_seconds)) : null,
  };
}

type Window = {
  /** Including today. */
  days: number;
  /** Wire time. */
  now: string;
  /** As in `uptimeOf`. */
  first_day: string;
  time_zone: string;
};

/** Percent, unrounded; 100 when no time has passed. */
export function uptimePercent(rows: Days, { days, ...window }: Window): number {
  const { now, time_zone } = window;
  const [from_day, to_day] = [firstDayOf(days, now, time_zone), dayOf(now, time_zone)];
  return uptimeOf(rows, { ...window, from_day, to_day }).percent ?? 100;
}

export type Span = { from: string; to: string };
export type TimedIncident = {
  id: number;
  severity: Severity;
  starts_at: string;
  ends_at: string | null;
};

export type Period<I> = Span & { seconds: number; incident: I };

function byWeight(a: TimedIncident, b: TimedIncident): number {
  if (a.severity !== b.severity) return bySeverity(a.severity, b.severity);
  if (a.starts_at !== b.starts_at) return a.starts_at < b.starts_at ? -1 : 1;
  return a.id - b.id;
}

export function overlap(a: Span, b: Span): Span[] {
  const from = laterOf(a.from, b.from);
  const to = earlierOf(a.to, b.to);
  return from < to ? [{ from, to }] : [];
}

export function without(free: Span, taken: Span): Span[] {
  if (overlap(free, taken).length === 0) return [free];
  const before = { from: free.from, to: taken.from };
  const after = { from: taken.to, to: free.to };
  return [before, after].filter(({ from, to }) => from < to);
}

/** Assigns each second of a span to one incident: the worst, then the earliest. Wire times. */
export function periodsOf<I extends TimedIncident>(
  incidents: readonly I[],
  span: Span,
): Period<I>[] {
  let free = [span];
  const periods: Period<I>[] = [];
  for (const incident of incidents.toSorted(byWeight)) {
    const lasted = { from: incident.starts_at, to: incident.ends_at ?? span.to };
    for (const part of free.flatMap((each) => overlap(each, lasted)))
      periods.push({ ...part, seconds: secondsBetween(part.from, part.to), incident });
    free = free.flatMap((each) => without(each, lasted));
  }
  return periods.sort((a, b) => (a.from < b.from ? -1 : 1));
}
