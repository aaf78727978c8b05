import ICAL from "ical.js";
import {
  type CalendarQuery,
  type Clock,
  clockOf,
  localAt,
  localMs,
  wireAt,
  wireOf,
} from "#lib/incidents/calendar-import/times.ts";
import { type Recur, timesOfRule } from "#lib/incidents/recurrence/times-of-rule.ts";
import { later } from "#lib/platform/clock.ts";

const DAY_MS = 86_400_000;

/** Days pass on the clock, seconds exactly. */
export type Length = { days: number; seconds: number };

/** Where an event begins, in its own zone. */
export type Start = { clock: Clock; local_ms: number; isDay: boolean };

/** @throws {UnknownZone} */
export function startOf(event: ICAL.Component, page: string): Start | null {
  const property = event.getFirstProperty("dtstart");
  const value = property?.getFirstValue();
  if (!property || !(value instanceof ICAL.Time)) return null;
  return { clock: clockOf(property, value, page), local_ms: localMs(value), isDay: value.isDate };
}

/** null: no end, or one that is not after the start. */
export function lengthOf(event: ICAL.Component, start: Start, page: string): Length | null {
  const property = event.getFirstProperty("dtend");
  const end = property?.getFirstValue();
  const duration = event.getFirstPropertyValue("duration");
  if (property && end instanceof ICAL.Time) {
    const days = (localMs(end) - start.local_ms) / DAY_MS;
    if (start.isDay && end.isDate) return { days: Math.max(1, days), seconds: 0 };
    const [from, to] = [wireAt(start.local_ms, start.clock), wireOf(property, end, page)];
    const seconds = (Date.parse(to) - Date.parse(from)) / 1_000;
    return seconds > 0 ? { days: 0, seconds } : null;
  }
  if (duration instanceof ICAL.Duration) {
    const { weeks, days, hours, minutes, seconds } = duration;
    const isPositive = !duration.isNegative && duration.toSeconds() > 0;
    const rest = hours * 3_600 + minutes * 60 + seconds;
    return isPositive ? { days: weeks * 7 + days, seconds: rest } : null;
  }
  return start.isDay ? { days: 1, seconds: 0 } : null;
}

export function endOf(local_ms: number, clock: Clock, { days, seconds }: Length): string {
  return later(wireAt(local_ms + days * DAY_MS, clock), seconds);
}

/** The repetition that a value names; some programs write a day for a time, or the reverse. */
export function namedAt(
  property: ICAL.Property,
  value: ICAL.Time,
  series: Start | null,
  page: string,
): string {
  const isLocal = !value.isDate && value.zone?.tzid !== "UTC" && !property.getParameter("tzid");
  if (series && !series.isDay && value.isDate)
    return wireAt(localMs(value) + (series.local_ms % DAY_MS), series.clock);
  if (series && isLocal) return wireAt(dayIf(series.isDay, localMs(value)), series.clock);
  const at = wireOf(property, value, page);
  if (!series?.isDay || value.isDate) return at;
  const isMidnight = localMs(value) % DAY_MS === 0;
  return wireAt(dayIf(true, isMidnight ? localMs(value) : localAt(at, page)), page);
}

const dayIf = (isDay: boolean, local_ms: number) =>
  isDay ? Math.floor(local_ms / DAY_MS) * DAY_MS : local_ms;

function valuesOf(event: ICAL.Component, name: string) {
  return event
    .getAllProperties(name)
    .flatMap((property) => property.getValues().map((value: unknown) => ({ property, value })));
}

function untilOf({ until }: ICAL.Recur, { clock, isDay }: Start): number {
  if (!until) return Number.POSITIVE_INFINITY;
  const local = localMs(until);
  if (until.isDate || isDay) return dayIf(true, local) + DAY_MS - 1;
  return until.zone?.tzid === "UTC" ? localAt(wireAt(local, "UTC"), clock) : local;
}

/** `at`: its wire time by the rule. */
type Repetition = { at: string; local_ms: number; length: Length | null };

function* addedDates(
  event: ICAL.Component,
  start: Start,
  { zone }: CalendarQuery,
): Generator<Repetition> {
  for (const { property, value } of valuesOf(event, "rdate")) {
    const time = value instanceof ICAL.Period ? value.start : value;
    if (!(time instanceof ICAL.Time)) continue;
    const at = namedAt(property, time, start, zone);
    const seconds = value instanceof ICAL.Period ? value.getDuration().toSeconds() : 0;
    const length = seconds > 0 ? { days: 0, seconds } : null;
    yield { at, local_ms: localAt(at, start.clock), length };
  }
}

/**
 * The repetitions of an event, its own start first. Those that end before `from` are left out.
 * @param margin_ms how much earlier than `from` one may begin
 * @throws {Error} when there are too many, or a rule is not supported
 */
export function* repetitionsOf(
  event: ICAL.Component,
  start: Start,
  query: CalendarQuery,
  margin_ms: number,
): Generator<Repetition> {
  if (event.hasProperty("exrule")) throw new Error("EXRULE");
  const { clock, local_ms: first } = start;
  const [from, to] = [localAt(query.from, clock) - margin_ms, localAt(query.to, clock)];
  const days = new Set<number>();
  const times = new Set<string>();
  for (const { property, value } of valuesOf(event, "exdate")) {
    if (!(value instanceof ICAL.Time)) continue;
    if (value.isDate) days.add(localMs(value));
    else times.add(namedAt(property, value, start, query.zone));
  }
  const isKept = ({ at, local_ms }: Repetition) =>
    !times.has(at) && !days.has(dayIf(true, local_ms)) && at < query.to;
  const rules = event.getAllProperties("rrule").map((property) => property.getFirstValue());
  for (const one of addedDates(event, start, query)) if (isKept(one)) yield one;
  if (rules.length === 0) rules.push(new ICAL.Recur({ freq: "YEARLY", count: 1 }));
  for (const rule of rules) {
    const limits = { until: untilOf(rule as ICAL.Recur, start), to: to + DAY_MS, withStart: true };
    for (const local_ms of timesOfRule(rule as ICAL.Recur & Recur, first, limits)) {
      if (local_ms < from) continue;
      const one = { at: wireAt(local_ms, clock), local_ms, length: null };
      if (isKept(one)) yield one;
    }
  }
}
