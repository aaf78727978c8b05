import { createHash } from "node:crypto";
import type ICAL from "ical.js";
import { windowsZone } from "#lib/incidents/calendar-import/windows-zones.ts";
import { fromWire, toWire } from "#lib/platform/clock.ts";

export type CalendarQuery = {
  /** The page's time zone, for whole days and times without a zone. */
  zone: string;
  from: string;
  to: string;
  most: number;
};

export class UnknownZone extends Error {}

// Zones without a place. Other short names are unsafe: the runtime takes BST for Dhaka's.
const SHORT = /^(?:UTC|UCT|GMT|WET|CET|MET|EET|EST|MST|HST|[A-Z]{3}\d[A-Z]{3})$/i;

function isKnown(zone: string): boolean {
  if (!zone.includes("/") && !SHORT.test(zone)) return false;
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

/** Where the times of an event pass: an IANA zone, or one that its calendar defines. */
export type Clock = string | ICAL.Timezone;

/**
 * The zone of a property. The IANA database and Windows names win over the zones that the calendar
 * defines.
 * @param page the zone of days and of times without one
 * @throws {UnknownZone}
 */
export function clockOf(property: ICAL.Property, value: ICAL.Time, page: string): Clock {
  if (!value.isDate && value.zone?.tzid === "UTC") return "UTC";
  const tzid = property.getParameter("tzid");
  if (value.isDate || typeof tzid !== "string") return page;
  const zone = zoneNamed(tzid);
  if (zone) return zone;
  const own = (property.parent as ICAL.Component | null)?.parent?.getTimeZoneByID(tzid);
  const observances = own?.component.getAllSubcomponents() ?? [];
  if (!own || observances.length === 0) throw new UnknownZone(tzid);
  return own;
}

/** Local time in milliseconds, as if it were UTC. */
export function localMs({ year, month, day, hour, minute, second }: ICAL.Time): number {
  return Date.UTC(year, month - 1, day, hour, minute, Math.min(second, 59));
}

function offsetAt(clock: ICAL.Timezone, local_ms: number): number {
  const date = new Date(local_ms);
  const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()];
  const [hour, minute, second] = [date.getUTCHours(), date.getUTCMinutes(), date.getUTCSeconds()];
  return clock.utcOffset({ year, month, day, hour, minute, second } as ICAL.Time) * 1_000;
}

export function wireAt(local_ms: number, clock: Clock): string {
  const local = new Date(local_ms);
  if (typeof clock !== "string") return toWire(new Date(local_ms - offsetAt(clock, local_ms)));
  if (clock === "UTC") return toWire(local);
  const plain = Temporal.PlainDateTime.from(local.toISOString().slice(0, 19));
  return toWire(plain.toZonedDateTime(clock).toInstant());
}

/** The inverse of `wireAt`. */
export function localAt(wire: string, clock: Clock): number {
  if (typeof clock === "string") {
    const local = fromWire(wire).toZonedDateTimeISO(clock).toPlainDateTime();
    return local.toZonedDateTime("UTC").epochMilliseconds;
  }
  const utc = Date.parse(`${wire}Z`);
  return utc + offsetAt(clock, utc + offsetAt(clock, utc));
}

/** @throws {UnknownZone} */
export function wireOf(property: ICAL.Property, value: ICAL.Time, page: string): string {
  return wireAt(localMs(value), clockOf(property, value, page));
}

/** @param recurrence wire time that the rule gives the repetition; "" without a rule */
export function eventKey(uid: string, recurrence: string): string {
  return createHash("sha256").update(`${uid}\n${recurrence}`).digest("hex");
}
