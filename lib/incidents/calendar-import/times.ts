import { createHash } from "node:crypto";
import type ICAL from "ical.js";
import { windowsZone } from "#lib/incidents/calendar-import/windows-zones.ts";
import { toWire } from "#lib/platform/clock.ts";

/** A time is in a zone that neither we nor its calendar know. */
export class UnknownZone extends Error {}

/** Where times of an event stand whose zone says nothing, as those of whole days. */
export type Zones = { page: string; root: ICAL.Component };

function isKnown(zone: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat("en", { timeZone: zone }));
  } catch {
    return false;
  }
}

/** A zone of the time zone database by its name, also behind the prefix of a program. */
function known(tzid: string): string | null {
  const parts = tzid.split("/").filter((part) => part !== "");
  const names = parts.map((_, index) => parts.slice(index).join("/"));
  return names.find((name) => /^[A-Za-z]/.test(name) && isKnown(name)) ?? null;
}

const zoneNames = new Map<string, string | null>();

function zoneNamed(tzid: string): string | null {
  if (!zoneNames.has(tzid)) zoneNames.set(tzid, known(tzid) ?? windowsZone(tzid));
  return zoneNames.get(tzid) ?? null;
}

function plain({ year, month, day, hour, minute, second }: ICAL.Time): Temporal.PlainDateTime {
  const time = { year, month, day, hour, minute, second: Math.min(second, 59) };
  return Temporal.PlainDateTime.from(time);
}

/** The wire time `hours` of which an offset is ahead. */
function byOffset(time: ICAL.Time, offset_s: number): string {
  const instant = plain(time).toZonedDateTime("UTC").toInstant();
  return toWire(instant.subtract({ seconds: offset_s }));
}

/**
 * A time of a calendar as wire time: by the time zone database where that, or Windows, knows its
 * zone, else by what the calendar itself says of the zone. A time without zone, and a whole day,
 * is in the page's zone.
 * @throws {UnknownZone}
 */
export function wireOf(time: ICAL.Time, tzid: string | null, { page, root }: Zones): string {
  if (!time.isDate && time.zone?.tzid === "UTC") return byOffset(time, 0);
  if (time.isDate || tzid === null) return toWire(plain(time).toZonedDateTime(page).toInstant());
  const zone = zoneNamed(tzid);
  if (zone) return toWire(plain(time).toZonedDateTime(zone).toInstant());
  const own = root.getTimeZoneByID(tzid);
  if (!own) throw new UnknownZone(tzid);
  return byOffset(time, own.utcOffset(time));
}

/** The zone that a property of an event names. */
export function tzidOf(property: ICAL.Property | null): string | null {
  const named = property?.getParameter("tzid");
  return typeof named === "string" ? named : null;
}

/**
 * The key of an event, or of one of its repetitions.
 * @param recurrence the wire time at which the rule puts the repetition; "" without a rule
 */
export function eventKey(uid: string, recurrence: string): string {
  return createHash("sha256").update(`${uid}\n${recurrence}`).digest("hex");
}
