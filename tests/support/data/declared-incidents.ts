import { type Course, courseOf, type PostedUpdate, reopeningsOf } from "#lib/incidents/course.ts";
import { type Declared, declare, redeclare } from "#lib/incidents/declared.ts";
import type { UpdateType } from "#lib/incidents/schema.ts";

export const A = 1;
export const B = 2;
export const C = 3;

export function at(time: string): string {
  return `2026-11-20T${time.padStart(5, "0")}:00`;
}

const end = (time: string | null) => (time === null ? null : at(time));

export type Said = [type: UpdateType, time: string, service_ids?: number[]];

/** Ids from 1 on, in the order given. */
export function said(...updates: Said[]): PostedUpdate[] {
  return updates.map(([type, time, service_ids], index) => ({
    ...{ id: index + 1, type, posted_at: at(time) },
    ...(service_ids && { service_ids }),
  }));
}

export function opened(
  type: string,
  starts: string,
  ends: string | null,
  service_ids = [A],
): Declared {
  return declare({ type, starts_at: at(starts), ends_at: end(ends), service_ids }, 0);
}

/** As `1 major 09:00–12:00`. */
function linesOf({ impacts }: Course): string[] {
  return impacts.map(({ service_id, type, starts_at, ends_at }) => {
    const to = ends_at === null ? "" : ends_at.slice(11, 16);
    return `${service_id} ${type} ${starts_at.slice(11, 16)}–${to}`;
  });
}

export function lines(
  declared: Declared,
  updates: PostedUpdate[] = [],
  isPlanned = false,
): string[] {
  return linesOf(courseOf(declared, isPlanned ? "scheduled" : "major", updates, [A]));
}

/** What a PUT at a time does. */
export function put(
  declared: Declared,
  updates: PostedUpdate[],
  given: Parameters<typeof redeclare>[2],
  now: string,
): Declared {
  const course = courseOf(declared, "major", updates, [A]);
  const isOpen = course.ends_at === null || course.ends_at > at(now);
  return redeclare(declared, course, given, {
    after: Math.max(0, ...updates.map(({ id }) => id)),
    ...{ now: at(now), isOpen },
    reopened: reopeningsOf(declared, "major", updates),
  });
}
