import type { Severity } from "#lib/core/fields/severity.ts";

// The figures of lib/services/uptime, found the slow way: every second of a window is painted, then counted.
export const WINDOW_SECONDS = 4 * 86_400;
const CHUNK = 900;
const BITS: Record<Severity, number> = { major: 1, minor: 2, scheduled: 4 };
const RANK: readonly Severity[] = ["major", "minor", "scheduled"];
const WEIGHT: Record<Severity, number> = { major: 1, minor: 0.3, scheduled: 1 };

export type Window = { time_zone: string; start: string };

/** Services by their place; each names those of its children that are not private. */
export type Tree = readonly (readonly number[])[];

export type Drawn = {
  severity: Severity;
  from: number;
  length: number | null;
  /** Places of services. */
  on: number[];
  affects_uptime: boolean;
};

type Tally = Record<Severity, number>;
export type ModelDay = { day: string; shown: Tally; counted: Tally; incidents: number };

export function wire({ start }: Window, second: number): string {
  return new Date(Date.parse(`${start}Z`) + second * 1000).toISOString().slice(0, 19);
}

function effectiveEnd({ from, length }: Drawn, until: number | null): number {
  const end = length === null ? Number.POSITIVE_INFINITY : from + length;
  return Math.min(end, until ?? (length === null ? from : end), WINDOW_SECONDS);
}

function isInstant({ length, severity }: Drawn): boolean {
  return length === 0 && severity !== "scheduled";
}

function within(tree: Tree, place: number): number[] {
  return [place, ...(tree[place] ?? []).flatMap((child) => within(tree, child))];
}

/** What each second is: the marks of all that went on then. */
function painted(incidents: readonly Drawn[], until: number | null): Uint8Array {
  const seconds = new Uint8Array(WINDOW_SECONDS);
  for (const incident of incidents) {
    const end = effectiveEnd(incident, until);
    for (let at = incident.from; at < end; at += 1)
      seconds[at] = (seconds[at] ?? 0) | BITS[incident.severity];
  }
  return seconds;
}

function tally(seconds: Uint8Array): Tally {
  const times = Array.from({ length: 8 }, () => 0);
  for (const bits of seconds) times[bits] = (times[bits] ?? 0) + 1;
  const sums: Tally = { major: 0, minor: 0, scheduled: 0 };
  for (const [bits, count] of times.entries()) {
    const worst = RANK.find((severity) => bits & BITS[severity]);
    if (worst) sums[worst] += count;
  }
  return sums;
}

function daysOf(window: Window): Map<string, [from: number, to: number]> {
  const format = new Intl.DateTimeFormat("en-CA", {
    timeZone: window.time_zone,
    dateStyle: "short",
  });
  const days = new Map<string, [number, number]>();
  for (let at = 0; at < WINDOW_SECONDS; at += CHUNK) {
    const day = format.format(Date.parse(`${window.start}Z`) + at * 1000);
    days.set(day, [days.get(day)?.[0] ?? at, at + CHUNK]);
  }
  return days;
}

/** The days on which something happened to a service, or to one that counts for it. */
export function modelDays(
  drawn: readonly Drawn[],
  tree: Tree,
  place: number,
  window: Window,
  until: number | null,
): ModelDay[] {
  const reach = within(tree, place);
  const all = drawn.filter(({ on }) => on.some((index) => reach.includes(index)));
  const own = drawn.filter(({ on, affects_uptime }) => affects_uptime && on.includes(place));
  const [shown, counted] = [painted(all, until), painted(own, until)];
  return [...daysOf(window)].flatMap(([day, [from, to]]) => {
    const isOn = (one: Drawn) =>
      isInstant(one)
        ? one.from >= from && one.from < to && one.from <= (until ?? one.from)
        : Math.max(one.from, from) < Math.min(effectiveEnd(one, until), to);
    const happened = all.filter(isOn);
    if (happened.length === 0) return [];
    const incidents = happened.filter(({ severity }) => severity !== "scheduled").length;
    return {
      day,
      shown: tally(shown.subarray(from, to)),
      counted: tally(counted.subarray(from, to)),
      incidents,
    };
  });
}

/** The downtime of a service on a day, in seconds, by its definition. */
export function modelDowntime(
  days: (place: number) => readonly ModelDay[],
  tree: Tree,
  place: number,
  day: string,
): number {
  const counted = days(place).find((one) => one.day === day)?.counted;
  const own = counted ? RANK.reduce((sum, each) => sum + WEIGHT[each] * counted[each], 0) : 0;
  const children = tree[place] ?? [];
  if (children.length === 0) return own;
  const below = children.map((child) => modelDowntime(days, tree, child, day));
  return Math.max(own, below.reduce((sum, each) => sum + each, 0) / children.length);
}
