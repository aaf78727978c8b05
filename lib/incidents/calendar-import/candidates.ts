import ICAL from "ical.js";
import { eventKey, tzidOf, wireOf, type Zones } from "#lib/incidents/calendar-import/times.ts";
import { later, secondsBetween } from "#lib/platform/clock.ts";

/** An event, or one repetition of a recurring event. Wire times. */
export type Occurrence = {
  /** From `eventKey`. */
  key: string;
  title: string;
  description: string;
  starts_at: string;
  ends_at: string;
  categories: string[];
};

export type CalendarQuery = {
  /** The page's time zone, for whole days and times without a zone. */
  zone: string;
  from: string;
  to: string;
  most: number;
};

const MAX_STEPS = 20_000;
const MAX_TITLE = 255;
export const MAX_TEXT = 10_000;

export type CalendarContext = Zones & CalendarQuery;

export function textOf(event: ICAL.Component, name: string, most: number): string {
  const value = event.getFirstPropertyValue(name);
  const text = typeof value === "string" ? value : "";
  return text.replaceAll("\0", "").trim().slice(0, most).toWellFormed();
}

function timeAt(event: ICAL.Component, name: string, known: Zones): string | null {
  const property = event.getFirstProperty(name);
  const value = property?.getFirstValue();
  return value instanceof ICAL.Time ? wireOf(value, tzidOf(property), known) : null;
}

/** Days for an all-day event, seconds otherwise; null: no end. */
function lengthOf(event: ICAL.Component, starts_at: string, known: Zones) {
  const start = event.getFirstPropertyValue("dtstart");
  const end = event.getFirstPropertyValue("dtend");
  const duration = event.getFirstPropertyValue("duration");
  const isWhole = start instanceof ICAL.Time && start.isDate;
  if (start instanceof ICAL.Time && end instanceof ICAL.Time && isWhole && end.isDate)
    return { days: Math.max(1, end.subtractDate(start).toSeconds() / 86_400) };
  const ends_at = timeAt(event, "dtend", known);
  if (ends_at) return { seconds: secondsBetween(starts_at, ends_at) };
  if (duration instanceof ICAL.Duration) return { seconds: duration.toSeconds() };
  return isWhole ? { days: 1 } : null;
}

function endOf(
  starts_at: string,
  length: ReturnType<typeof lengthOf>,
  { page }: Zones,
): string | null {
  if (!length) return null;
  if (length.seconds !== undefined)
    return length.seconds > 0 ? later(starts_at, length.seconds) : null;
  const start = Temporal.Instant.from(`${starts_at}Z`).toZonedDateTimeISO(page);
  const seconds = start.add({ days: length.days }).epochMilliseconds - start.epochMilliseconds;
  return later(starts_at, seconds / 1_000);
}

function isHidden(event: ICAL.Component): boolean {
  const upperCase = (name: string) => textOf(event, name, MAX_TITLE).toUpperCase();
  return (
    upperCase("status") === "CANCELLED" || ["PRIVATE", "CONFIDENTIAL"].includes(upperCase("class"))
  );
}

export type Candidate = Omit<Occurrence, "ends_at"> & { ends_at: string | null };

function candidate(
  event: ICAL.Component,
  { key, starts_at }: { key: string; starts_at: string },
  known: CalendarContext,
): Candidate[] {
  const first = timeAt(event, "dtstart", known) ?? starts_at;
  const ends_at = endOf(starts_at, lengthOf(event, first, known), known);
  if (starts_at >= known.to || (ends_at ?? starts_at) <= known.from || isHidden(event)) return [];
  const categories = event
    .getAllProperties("categories")
    .flatMap((property) => property.getValues())
    .flatMap((value) => (typeof value === "string" ? [value.trim()] : []));
  const title = textOf(event, "summary", MAX_TITLE).replaceAll(/\s+/g, " ");
  const description = textOf(event, "description", MAX_TEXT);
  return [{ key, title, description, starts_at, ends_at, categories }];
}

function leftOut(event: ICAL.Component, known: CalendarContext) {
  const moments = new Set<string>();
  const days = new Set<string>();
  for (const property of event.getAllProperties("exdate"))
    for (const value of property.getValues()) {
      if (!(value instanceof ICAL.Time)) continue;
      if (value.isDate) days.add(value.toString());
      else moments.add(wireOf(value, tzidOf(property), known));
    }
  return (time: ICAL.Time, at: string) => moments.has(at) || days.has(time.toString().slice(0, 10));
}

type Own = { uid: string; master: ICAL.Component; changed: ReadonlyMap<string, ICAL.Component> };

/** ical.js omits the first date of a set without a rule. */
function* timesOf(master: ICAL.Component): Generator<ICAL.Time> {
  const event = new ICAL.Event(master, { exceptions: [] });
  if (!master.hasProperty("rrule")) yield event.startDate;
  const times = event.iterator();
  for (let step = 0; step < MAX_STEPS; step += 1) {
    const time = times.next();
    if (!time) return;
    yield time;
  }
}

function repetitions({ uid, master, changed }: Own, known: CalendarContext): Candidate[] {
  const tzid = tzidOf(master.getFirstProperty("dtstart"));
  const isLeftOut = leftOut(master, known);
  const found = new Map<string, Candidate>();
  for (const time of timesOf(master)) {
    const at = wireOf(time, tzid, known);
    const isLate = at >= known.to;
    if ((isLate && master.hasProperty("rrule")) || found.size > known.most) break;
    if (isLate || changed.has(at) || isLeftOut(time, at)) continue;
    for (const one of candidate(master, { key: eventKey(uid, at), starts_at: at }, known))
      found.set(at, one);
  }
  return [...found.values()];
}

/** The repetition that a part replaces; some programs write a day for a time, or the reverse. */
function replacedAt(
  part: ICAL.Component,
  master: ICAL.Component | undefined,
  known: CalendarContext,
) {
  const at = timeAt(part, "recurrence-id", known);
  const named = part.getFirstPropertyValue("recurrence-id");
  const start = master?.getFirstPropertyValue("dtstart");
  if (!at || !(named instanceof ICAL.Time) || !(start instanceof ICAL.Time)) return at;
  if (named.isDate === start.isDate) return at;
  const isMidnight = named.isDate || named.hour + named.minute + named.second === 0;
  const here = Temporal.Instant.from(`${at}Z`).toZonedDateTimeISO(known.page);
  const { year, month, day } = isMidnight ? named : here;
  const time = start.clone();
  Object.assign(time, { year, month, day });
  return wireOf(time, tzidOf(master?.getFirstProperty("dtstart") ?? null), known);
}

/** @param parts all components with one UID @throws {Error} when it cannot be read */
export function candidatesOf(
  uid: string,
  parts: readonly ICAL.Component[],
  known: CalendarContext,
): Candidate[] {
  const masters = parts.filter((part) => !part.hasProperty("recurrence-id"));
  const sequence = (part: ICAL.Component) => Number(part.getFirstPropertyValue("sequence") ?? 0);
  const master = masters.toSorted((a, b) => sequence(a) - sequence(b)).at(-1);
  const changed = new Map(
    parts.flatMap((part) => {
      const at = replacedAt(part, master, known);
      return at ? [[at, part] as const] : [];
    }),
  );
  const moved = [...changed].flatMap(([at, part]) =>
    candidate(
      part,
      { key: eventKey(uid, at), starts_at: timeAt(part, "dtstart", known) ?? at },
      known,
    ),
  );
  const starts_at = master && timeAt(master, "dtstart", known);
  if (!master || !starts_at || isHidden(master)) return master ? [] : moved;
  const recurs = master.hasProperty("rrule") || master.hasProperty("rdate");
  const own = recurs
    ? repetitions({ uid, master, changed }, known)
    : candidate(master, { key: eventKey(uid, ""), starts_at }, known);
  return [...own, ...moved];
}
