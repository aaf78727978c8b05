import ICAL from "ical.js";
import { sanitizeName } from "#lib/core/fields/name.ts";
import { markdownOf } from "#lib/incidents/calendar-import/markdown.ts";
import {
  endOf,
  type Length,
  lengthOf,
  namedAt,
  repetitionsOf,
  type Start,
  startOf,
} from "#lib/incidents/calendar-import/repetitions.ts";
import {
  type CalendarQuery,
  eventKey,
  localAt,
  wireAt,
} from "#lib/incidents/calendar-import/times.ts";
import { later } from "#lib/platform/clock.ts";

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

const MAX_TITLE = 255;
export const MAX_TEXT = 10_000;
const DAY_MS = 86_400_000;
/** By which RANGE=THISANDFUTURE may move the following repetitions. */
const MAX_SHIFT_S = 366 * 86_400;

export function textOf(event: ICAL.Component, name: string, most: number): string {
  const value = event.getFirstPropertyValue(name);
  const text = typeof value === "string" ? value : "";
  return text.replaceAll("\0", "").trim().slice(0, most).toWellFormed();
}

// Outlook, and calendars that copy from it, publish canceled events as confirmed and only prefix
// the title.
const CALLED_OFF = new RegExp(
  `^(?:${[
    ...["cancell?ed", "abgesagt", "annul[ée]e?", "cancelad[oa]", "annullat[oa]", "geannuleerd"],
    ...["odwołan[eoay]", "zrušeno", "inställt", "iptal edildi", "скасовано", "تم الإلغاء"],
    ...["キャンセル済み", "취소됨", "已取消"],
  ].join("|")})\\s*[::]`,
  "iu",
);

function isHidden(event: ICAL.Component): boolean {
  const upperCase = (name: string) => textOf(event, name, MAX_TITLE).toUpperCase();
  const statuses = [upperCase("status"), upperCase("x-maintnote-status")];
  return (
    CALLED_OFF.test(textOf(event, "summary", MAX_TITLE)) ||
    statuses.some((status) => /^(?:CANCELL?ED|COMPLETED)$/.test(status)) ||
    ["PRIVATE", "CONFIDENTIAL"].includes(upperCase("class"))
  );
}

export type Candidate = Omit<Occurrence, "ends_at"> & { ends_at: string | null };

type Times = { key: string; local_ms: number; clock: Start["clock"]; length: Length | null };

function candidate(
  event: ICAL.Component,
  { key, local_ms, clock, length }: Times,
  query: CalendarQuery,
): Candidate[] {
  const starts_at = wireAt(local_ms, clock);
  const ends_at = length && endOf(local_ms, clock, length);
  if (starts_at >= query.to || (ends_at ?? starts_at) <= query.from || isHidden(event)) return [];
  const categories = event
    .getAllProperties("categories")
    .flatMap((property) => property.getValues())
    .flatMap((value) => (typeof value === "string" ? [value.trim()] : []));
  const title = sanitizeName(textOf(event, "summary", MAX_TITLE).replaceAll(/\s+/g, " "));
  const description = markdownOf(textOf(event, "description", MAX_TEXT));
  return [{ key, title, description, starts_at, ends_at, categories }];
}

export function sequenceOf(event: ICAL.Component): number {
  return Number(event.getFirstPropertyValue("sequence") ?? 0) || 0;
}

const newestLast = (a: ICAL.Component, b: ICAL.Component) =>
  sequenceOf(a) - sequenceOf(b) || Number(isHidden(a)) - Number(isHidden(b));

type Master = { uid: string; event: ICAL.Component; start: Start; length: Length | null };

/** A repetition with values of its own, by the wire time that the rule gives it. */
type Changed = { at: string; part: ICAL.Component; isFollowed: boolean };

function changedIn(
  parts: readonly ICAL.Component[],
  start: Start | null,
  { zone }: CalendarQuery,
): Changed[] {
  const changed = parts.toSorted(newestLast).flatMap((part): Changed[] => {
    const property = part.getFirstProperty("recurrence-id");
    const value = property?.getFirstValue();
    if (!property || !(value instanceof ICAL.Time)) return [];
    const range = property.getParameter("range");
    if (range && range !== "THISANDFUTURE") throw new Error(`RANGE=${range}`);
    return [{ at: namedAt(property, value, start, zone), part, isFollowed: range !== undefined }];
  });
  const newest = new Map(changed.map((one) => [one.at, one]));
  return [...newest.values()].toSorted((a, b) => (a.at < b.at ? -1 : 1));
}

/** The times of a changed repetition; `by_ms`: how much later the repetition is than that one. */
function timesOf(
  { at, part }: Changed,
  master: Master | null,
  { zone }: CalendarQuery,
  by_ms: number,
): Omit<Times, "key"> {
  const own = startOf(part, zone);
  const clock = own?.clock ?? master?.start.clock ?? zone;
  const local_ms = own?.local_ms ?? localAt(at, clock);
  const start = own ?? { clock, local_ms, isDay: master?.start.isDay ?? false };
  const length = lengthOf(part, start, zone) ?? master?.length ?? null;
  return { clock, local_ms: local_ms + by_ms, length };
}

const span = (length: Length | null) =>
  (length ? length.days * DAY_MS + length.seconds * 1_000 : 0) + 2 * DAY_MS;

function repetitions(master: Master, changed: readonly Changed[], query: CalendarQuery) {
  const { event, start, length } = master;
  const own = new Set(changed.map(({ at }) => at));
  const ranges = changed.filter(({ isFollowed }) => isFollowed);
  const [isShifted, to] = [ranges.length > 0, later(query.to, MAX_SHIFT_S)];
  const margin = isShifted ? MAX_SHIFT_S * 1_000 : span(length);
  const wide = isShifted ? { ...query, to } : query;
  const shift = (one: Changed) =>
    timesOf(one, master, query, 0).local_ms - localAt(one.at, start.clock);
  if (ranges.some((one) => Math.abs(shift(one)) > MAX_SHIFT_S * 1_000)) throw new Error("RANGE");
  const found = new Map<string, Candidate>();
  for (const one of repetitionsOf(event, start, wide, margin)) {
    if (own.has(one.at)) continue;
    const key = eventKey(master.uid, one.at);
    const range = ranges.findLast(({ at }) => at < one.at);
    const by = range ? one.local_ms - localAt(range.at, start.clock) : 0;
    const times = range
      ? timesOf(range, master, query, by)
      : { ...one, clock: start.clock, length: one.length ?? length };
    for (const each of candidate(range?.part ?? event, { key, ...times }, query))
      if (!found.has(one.at)) found.set(one.at, each);
    if (found.size > query.most) break;
  }
  return [...found.values()];
}

/** @param parts all components with one UID @throws {Error} when it cannot be read */
export function candidatesOf(
  uid: string,
  parts: readonly ICAL.Component[],
  query: CalendarQuery,
): Candidate[] {
  const event = parts
    .filter((part) => !part.hasProperty("recurrence-id"))
    .toSorted(newestLast)
    .at(-1);
  const start = event ? startOf(event, query.zone) : null;
  const changed = changedIn(parts, start, query);
  const length = event && start ? lengthOf(event, start, query.zone) : null;
  const master = event && start ? { uid, event, start, length } : null;
  const moved = changed.flatMap((one) =>
    candidate(one.part, { key: eventKey(uid, one.at), ...timesOf(one, master, query, 0) }, query),
  );
  if (!event || !master) return event ? [] : moved;
  if (isHidden(event)) return [];
  const recurs = event.hasProperty("rrule") || event.hasProperty("rdate");
  if (recurs) return [...repetitions(master, changed, query), ...moved];
  const at = wireAt(master.start.local_ms, master.start.clock);
  if (changed.some((one) => one.at === at)) return moved;
  return [
    ...candidate(event, { key: eventKey(uid, ""), ...master.start, length }, query),
    ...moved,
  ];
}
