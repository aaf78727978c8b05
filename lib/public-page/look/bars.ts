import type { Severity } from "#lib/fields/severity.ts";
import type { PublicService } from "#lib/public-page/snapshot/tree.ts";
import type { UptimeDay } from "#lib/services/uptime/roll-up.ts";

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

/**
 * Where each kind's bar begins: the worse, the taller. CSS strokes it downwards to the ground line.
 */
const HEIGHT = { major: 10, minor: 12, scheduled: 14 } as const;

export type Bars = Record<Severity, string> & {
  /** All days from the first that is known of; empty when none is. */
  known: string;
  /** One outline around the days before that. */
  unknown: string;
};

/**
 * Bars as SVG paths, one per kind however many days it has; a day is one unit wide, the oldest at
 * 0. CSS cuts the strokes into days.
 * @param days all days shown, oldest first
 */
export function barsOf(
  days: readonly string[],
  service: Pick<PublicService, "days" | "first_day">,
): Bars {
  const kinds = new Map(service.days.map((day) => [day.day, day.severity]));
  const first = days.findIndex((day) => day >= service.first_day);
  const known = first === -1 ? days.length : first;
  const path = (kind: Severity) =>
    runs(
      days.map((day) => kinds.get(day) === kind),
      HEIGHT[kind],
    );
  return {
    known: known < days.length ? `M${known} ${HEIGHT.scheduled}h${days.length - known}` : "",
    unknown: known > 0 ? `M.1 8.5h${known - 0.35}v11h-${known - 0.35}z` : "",
    major: path("major"),
    minor: path("minor"),
    scheduled: path("scheduled"),
  };
}

function runs(marked: readonly boolean[], height: number): string {
  let path = "";
  let pen = 0;
  for (let start = marked.indexOf(true); start !== -1; start = marked.indexOf(true, pen)) {
    const stop = marked.indexOf(false, start);
    const end = stop === -1 ? marked.length : stop;
    path += `${path ? `m${start - pen} 0` : `M${start} ${height}`}h${end - start}`;
    pen = end;
  }
  return path;
}
