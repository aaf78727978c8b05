import type { Severity } from "#lib/core/fields/severity.ts";
import type { UpdateType } from "#lib/incidents/schema.ts";
import { fromWire, toWire } from "#lib/platform/clock.ts";

/** Minutes from now, or a day relative to today with a local time. */
type When = { minutes: number } | { day: number; at: string };

type ToldUpdate = {
  /** Minutes after the start; negative: before. */
  after: number;
  type: UpdateType;
  text: string;
  de?: string;
  /** Minutes after the start: the promised next update. */
  next?: number;
};

export type SeedIncident = {
  title: string;
  de?: string;
  type: Severity;
  services: readonly string[];
  starts: When;
  /** For a maintenance; an incident ends with its `resolved` update. */
  planned_minutes?: number;
  affects_uptime?: boolean;
  updates: readonly ToldUpdate[];
};

export type SeedNotice = {
  title: string;
  de?: string;
  from: When;
  until: When;
  services: readonly string[];
  updates: readonly { at: When; text: string; de?: string }[];
};

export function timeOf(when: When, now: string, zone: string): string {
  const instant = fromWire(now);
  if ("minutes" in when) return toWire(instant.add({ minutes: when.minutes }));
  const day = instant.toZonedDateTimeISO(zone).toPlainDate().add({ days: when.day });
  return toWire(day.toZonedDateTime({ timeZone: zone, plainTime: when.at }).toInstant());
}

export function minutesAfter(time: string, minutes: number): string {
  return toWire(fromWire(time).add({ minutes }));
}

/** Names are unique within the page. */
export type SeedService = {
  name: string;
  description: string;
  de?: { name?: string; description: string };
  children?: readonly SeedService[];
};
