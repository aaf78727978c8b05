import { createHash } from "node:crypto";
import type ICAL from "ical.js";
import { windowsZone } from "#lib/incidents/calendar-import/windows-zones.ts";
import { toWire } from "#lib/platform/clock.ts";

export class UnknownZone extends Error {}

/** `page`: the zone of days and of times without one; `root` holds the calendar's own zones. */
export type Zones = { page: string; root: ICAL.Component };

function isKnown(zone: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat("en", { timeZone: zone }));
  } catch {
    return false;
  }
}

/** The IANA name in a TZID, also behind a vendor prefix such as `/softwarestudio.org/`. */
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

function byOffset(time: ICAL.Time, offset_s: number): string {
  const instant = plain(time).toZonedDateTime("UTC").toInstant();
  return toWire(instant.subtract({ seconds: offset_s }));
}

/**
 * Converts to wire time. The IANA database and Windows names win over the zones that the calendar
 * defines.
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

export function tzidOf(property: ICAL.Property | null): string | null {
  const named = property?.getParameter("tzid");
  return typeof named === "string" ? named : null;
}

/** @param recurrence wire time that the rule gives the repetition; "" without a rule */
export function eventKey(uid: string, recurrence: string): string {
  return createHash("sha256").update(`${uid}\n${recurrence}`).digest("hex");
}
