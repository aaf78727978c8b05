import type { Severity } from "#lib/core/fields/severity.ts";
import type { UpdateType } from "#lib/incidents/schema.ts";
import { fromWire, toWire } from "#lib/platform/clock.ts";

/** A moment: minutes from now, or a day counted from today with a time on the page's own clocks. */
export type When = { minutes: number } | { day: number; at: string };

type ToldUpdate = {
  /** Minutes after the start; negative for what was announced before. */
  after: number;
  type: UpdateType;
  text: string;
  de?: string;
  /** Minutes after the start, until which more was promised. */
  next?: number;
};

/** An incident or a maintenance as its operator wrote it down. */
export type Story = {
  title: string;
  de?: string;
  type: Severity;
  services: readonly string[];
  starts: When;
  /** Planned length of a maintenance; an incident ends with its `resolved` update. */
  planned_minutes?: number;
  affects_uptime?: boolean;
  updates: readonly ToldUpdate[];
};

export type NoticeStory = {
  title: string;
  de?: string;
  from: When;
  until: When;
  services: readonly string[];
  updates: readonly { at: When; text: string; de?: string }[];
};

/** The wire time of a moment of a story. */
export function timeOf(when: When, now: string, zone: string): string {
  const instant = fromWire(now);
  if ("minutes" in when) return toWire(instant.add({ minutes: when.minutes }));
  const day = instant.toZonedDateTimeISO(zone).toPlainDate().add({ days: when.day });
  return toWire(day.toZonedDateTime({ timeZone: zone, plainTime: when.at }).toInstant());
}

export function minutesAfter(time: string, minutes: number): string {
  return toWire(fromWire(time).add({ minutes }));
}
