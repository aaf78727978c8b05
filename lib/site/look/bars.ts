import type { Severity } from "#lib/core/fields/severity.ts";
import { ownDowntime, type UptimeDay } from "#lib/services/uptime/uptime.ts";
import type { PublicService } from "#lib/site/snapshot/tree.ts";

/** How long the day was what it is, in seconds: of a parent, how long anything below it was. */
export function secondsOf(day: UptimeDay): number {
  const { major_seconds, minor_seconds, maintenance_seconds } = day;
  return {
    major: major_seconds,
    minor: major_seconds + minor_seconds,
    scheduled: maintenance_seconds,
  }[day.severity];
}

/** Days with an incident; a day with nothing but maintenance is not one. */
export function incidentDays(days: readonly UptimeDay[]): UptimeDay[] {
  return days.filter((day) => day.severity !== "scheduled");
}

/** The bars stand on the ground line: a good day's, and those of worse ones, which are taller. */
const GROUND = 20;
const GOOD_TOP = 6;
const HEIGHT = { major: 20, minor: 17, scheduled: 14 } as const;
const LEAST = 3;
/** What is left free between the bad part of a parent's bar and the good one above it. */
const NOTCH = 1;

export type Bars = Record<Severity, string> & {
  /** The good days from the first that is known of, in runs; empty when there is none. */
  known: string;
  /** Above the bad part of a parent's bars, those of its children to which nothing happened. */
  rest: string;
  /** One outline around the days before that. */
  unknown: string;
};

type Service = Pick<PublicService, "days" | "first_day" | "state" | "children">;
type Bar = { severity: Severity; height: number };

/**
 * How many children of a parent were affected on a day, and the worst severity among them; null for
 * a service without children, or where the parent itself or all of them alike were affected.
 */
export function partOfDay(
  day: UptimeDay,
  { children }: Pick<Service, "children">,
): { severity: Severity; affected: number; total: number } | null {
  const { affected_children: affected, major_seconds } = day;
  const total = children.length;
  if (day.severity === "scheduled" || affected === 0 || ownDowntime(day) > 0) return null;
  const severity = major_seconds > 0 ? "major" : day.severity;
  if (affected === total && severity === day.severity) return null;
  return { severity, affected, total };
}

/** The bar of a bad day; for a parent, as tall as the share of its children that were affected. */
function barOf(day: UptimeDay, service: Service): Bar {
  const part = partOfDay(day, service);
  if (!part) return { severity: day.severity, height: HEIGHT[day.severity] };
  const { severity, affected, total } = part;
  return { severity, height: Math.max(LEAST, Math.round((HEIGHT[severity] * affected) / total)) };
}

/** What is shown of each bad day; what goes on now is of today, though it began this second. */
function barsByDay(service: Service, today: string): Map<string, Bar> {
  const bars = new Map(service.days.map((day) => [day.day, barOf(day, service)]));
  const { state } = service;
  if (state && !bars.has(today))
    bars.set(today, { severity: state.severity, height: HEIGHT[state.severity] });
  return bars;
}

const DAY_MS = 86_400_000;

/**
 * Bars as SVG paths, one per kind however many days it has; a day is one unit wide, the oldest at
 * 0. Good days are runs that CSS cuts into days, bad ones a stroke each.
 * @param days all days shown, without a gap, oldest first
 */
export function barsOf(days: readonly string[], service: Service): Bars {
  const oldest = days[0] ?? "";
  const indexOf = (day: string) => (Date.parse(day) - Date.parse(oldest)) / DAY_MS;
  const bars = [...barsByDay(service, days.at(-1) ?? "")]
    .map(([day, bar]) => ({ ...bar, index: indexOf(day) }))
    .filter(({ index }) => index >= 0 && index < days.length)
    .sort((a, b) => a.index - b.index);
  const known = Math.min(days.length, Math.max(0, indexOf(service.first_day)));
  const path = (kind: Severity) =>
    bars
      .filter(({ severity }) => severity === kind)
      .map(({ index, height }) => `M${index}.375 ${GROUND}v-${height}`)
      .join("");
  const bad = bars.map(({ index }) => index).filter((index) => index >= known);
  return {
    known: runsBetween(known, bad, days.length),
    rest: restOf(bars),
    unknown: known > 0 ? `M.1 6.5h${known - 0.35}v13h-${known - 0.35}z` : "",
    major: path("major"),
    minor: path("minor"),
    scheduled: path("scheduled"),
  };
}

function restOf(bars: readonly (Bar & { index: number })[]): string {
  return bars
    .map(({ height, index }) => ({ top: GROUND - height - NOTCH, index }))
    .filter(({ top }) => top > GOOD_TOP)
    .map(({ top, index }) => `M${index}.375 ${top}V${GOOD_TOP}`)
    .join("");
}

/** The runs of days from the first on that lie between those left out, as a path. */
function runsBetween(first: number, left_out: readonly number[], length: number): string {
  let path = "";
  let [start, pen] = [first, first];
  for (const stop of [...left_out, length]) {
    if (stop > start) {
      path += path ? `m${start - pen} 0` : `M${start} ${GROUND - HEIGHT.scheduled / 2}`;
      path += `h${stop - start}`;
      pen = stop;
    }
    start = stop + 1;
  }
  return path;
}
