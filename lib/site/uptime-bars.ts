import type { Severity } from "#lib/core/fields/severity.ts";
import { ownDowntime, type UptimeDay } from "#lib/services/uptime/uptime.ts";
import type { PublicService } from "#lib/site/snapshot/tree.ts";

export function secondsOf(day: UptimeDay): number {
  const { major_seconds, minor_seconds, maintenance_seconds } = day;
  return {
    major: major_seconds,
    minor: major_seconds + minor_seconds,
    scheduled: maintenance_seconds,
  }[day.severity];
}

export function incidentDays(days: readonly UptimeDay[]): UptimeDay[] {
  return days.filter((day) => day.severity !== "scheduled");
}

/** All bars stand on this line; worse days are taller. */
const GROUND = 20;
const GOOD_TOP = 6;
const HEIGHT = { major: 20, minor: 17, scheduled: 14 } as const;
const MIN_BAR = 3;
const NOTCH = 1;

export type Bars = Record<Severity, string> & {
  /** Good days since the first known one, in runs; empty: none. */
  known: string;
  rest: string;
  unknown: string;
};

type Service = Pick<PublicService, "days" | "first_day" | "state">;
type Bar = { severity: Severity; height: number };

/**
 * The share of a parent's children affected on a day, and the worst severity; null for a service
 * without children, or if the parent itself or all children were affected alike.
 */
export function partOfDay(
  day: UptimeDay,
): { severity: Severity; affected: number; total: number } | null {
  const { affected_children: affected, children_count: total, major_seconds } = day;
  if (day.severity === "scheduled" || affected === 0 || ownDowntime(day) > 0) return null;
  const severity = major_seconds > 0 ? "major" : day.severity;
  if (affected === total && severity === day.severity) return null;
  return { severity, affected, total };
}

function barOf(day: UptimeDay): Bar {
  const part = partOfDay(day);
  if (!part) return { severity: day.severity, height: HEIGHT[day.severity] };
  const { severity, affected, total } = part;
  return { severity, height: Math.max(MIN_BAR, Math.round((HEIGHT[severity] * affected) / total)) };
}

/** Today's bar shows a current incident at once. */
function barsByDay(service: Service, today: string): Map<string, Bar> {
  const bars = new Map(service.days.map((day) => [day.day, barOf(day)]));
  const { state } = service;
  if (state && !bars.has(today))
    bars.set(today, { severity: state.severity, height: HEIGHT[state.severity] });
  return bars;
}

const DAY_MS = 86_400_000;

/**
 * SVG paths, one per kind: a day is one unit wide, the oldest at 0. CSS cuts runs of good days into
 * days; each bad day is a stroke.
 * @param days all days, without gaps, oldest first
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
