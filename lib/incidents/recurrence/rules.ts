import { RRuleTemporal } from "rrule-temporal";
import { dayOf, fromWire, later, toWire } from "#lib/platform/clock.ts";
import { type FieldErrors, invalid } from "#lib/platform/errors/errors.ts";

/** `starts_at`: wire time of the first occurrence. */
export type Pattern = {
  rule: string;
  starts_at: string;
  time_zone: string;
  duration_seconds: number;
  /** Occurrences before `starts_at` that a COUNT includes. */
  earlier_count?: number;
};

const PARTS = "FREQ INTERVAL COUNT UNTIL BYDAY BYMONTHDAY BYMONTH BYSETPOS WKST".split(" ");
const SPACED = ["DAILY", "WEEKLY", "MONTHLY", "YEARLY"];
const MAX_COUNT = 1_000;
const MAX_YEARS = 10;
/** Occurrences checked before a rule is accepted. */
const CHECKED_OCCURRENCES = 60;

type Code = NonNullable<FieldErrors[string]>[number]["code"];

function refuse(code: Code): never {
  throw invalid({ recurrence: [{ code }] });
}

function partsOf(rule: string): Map<string, string> {
  const parts = rule.split(";").map((part): [string, string] => {
    const [name = "", value = "", ...rest] = part.split("=");
    if (!PARTS.includes(name) || value === "" || rest.length > 0) refuse("bad_recurrence");
    return [name, value];
  });
  if (new Map(parts).size !== parts.length) refuse("bad_recurrence");
  return new Map(parts);
}

const LOCAL = { smallestUnit: "second" } as const;
const compact = (time: Temporal.PlainDateTime) => time.toString(LOCAL).replaceAll(/[-:]/g, "");

/** UNTIL in the local time of a zone; a bare day includes its last second. */
function untilIn(until: string, zone: string): string {
  const [, day = "", time = "235959", isUtc] = /^(\d{8})(?:T(\d{6})(Z)?)?$/.exec(until) ?? [];
  if (day === "") refuse("bad_recurrence");
  const local = Temporal.PlainDateTime.from(`${day}T${time}`);
  return `${compact(isUtc ? local.toZonedDateTime("UTC").withTimeZone(zone).toPlainDateTime() : local)}Z`;
}

/** Evaluates the rule in local time, which has no clock changes. */
function read({ rule, starts_at, time_zone, earlier_count = 0 }: Pattern): RRuleTemporal {
  const parts = partsOf(rule);
  const count = parts.get("COUNT");
  if (count) parts.set("COUNT", String(Number(count) - earlier_count));
  const until = parts.get("UNTIL");
  if (until) parts.set("UNTIL", untilIn(until, time_zone));
  const spelled = [...parts].map((part) => part.join("=")).join(";");
  const start = compact(fromWire(starts_at).toZonedDateTimeISO(time_zone).toPlainDateTime());
  return new RRuleTemporal({ rruleString: `DTSTART:${start}Z\nRRULE:${spelled}`, strict: true });
}

function parse(pattern: Pattern): RRuleTemporal {
  const parts = partsOf(pattern.rule);
  if (/^(HOURLY|MINUTELY|SECONDLY)$/.test(parts.get("FREQ") ?? "")) refuse("recurrence_dense");
  if (!SPACED.includes(parts.get("FREQ") ?? "")) refuse("bad_recurrence");
  if (Number(parts.get("COUNT") ?? 1) > MAX_COUNT) refuse("recurrence_long");
  try {
    return read(pattern);
  } catch {
    refuse("bad_recurrence");
  }
}

/**
 * Wire times of the next occurrences, always at the same local time. A time that a clock change
 * skips moves an hour later; a doubled one is its first. Ends with the rule, or ten years after its
 * start.
 */
function walk(pattern: Pattern, rule: RRuleTemporal, from: string, most: number): string[] {
  const times: string[] = [];
  const { time_zone, starts_at } = pattern;
  const years = fromWire(starts_at).toZonedDateTimeISO("UTC").add({ years: MAX_YEARS });
  const last = toWire(years.toInstant());
  const begin = fromWire(later(from, -2 * 86_400)).toZonedDateTimeISO("UTC");
  let at: Temporal.ZonedDateTime | null = begin;
  while (times.length < most) {
    at = rule.next(at as never) as Temporal.ZonedDateTime | null;
    if (!at || at.year > years.year + 1) break;
    const time = toWire(at.toPlainDateTime().toZonedDateTime(time_zone).toInstant());
    if (time > last) break;
    if (time >= from) times.push(time);
  }
  return times;
}

/** Empty when the rule cannot be evaluated. */
export function occurrencesFrom(pattern: Pattern, from: string, most: number): string[] {
  try {
    return walk(pattern, parse(pattern), from, most);
  } catch {
    return [];
  }
}

/**
 * Accepts a rule that starts with the maintenance, recurs, and leaves time between occurrences.
 * @throws {AppError} `invalid` on `recurrence`
 */
export function checkRecurrence(pattern: Pattern): void {
  const rule = parse(pattern);
  let times: string[] = [];
  try {
    times = walk(pattern, rule, pattern.starts_at, CHECKED_OCCURRENCES);
  } catch {
    refuse("recurrence_never");
  }
  if (times.length === 0 && partsOf(pattern.rule).has("UNTIL")) refuse("recurrence_never");
  if (times[0] !== pattern.starts_at) refuse("recurrence_off_start");
  const isLast = times.length < 2;
  if (isLast && !pattern.earlier_count) refuse("recurrence_never");
  const overlaps = times.some((time, index) => {
    const next = times[index + 1];
    return next !== undefined && later(time, pattern.duration_seconds) > next;
  });
  if (overlaps) refuse("recurrence_dense");
}

/** How many occurrences of a pattern come before one of them. */
export function countBefore(pattern: Pattern, occurs_at: string): number {
  const times = occurrencesFrom(pattern, pattern.starts_at, MAX_COUNT);
  return (pattern.earlier_count ?? 0) + Math.max(0, times.indexOf(occurs_at));
}

/**
 * Where a changed pattern has the occurrences after one that moves, by their former times: of the same rule
 * one after the other, of another rule those of the same day.
 */
export function slotsAfter(
  { occurs_at, moves_to }: { occurs_at: string; moves_to: string },
  before: Pattern,
  after: Pattern,
  rows: readonly { occurs_at: string }[],
): ReadonlyMap<string, string> {
  const most = MAX_COUNT;
  const from = later(moves_to, 1);
  const last = rows.at(-1)?.occurs_at ?? occurs_at;
  const isSame = before.rule === after.rule && before.time_zone === after.time_zone;
  if (isSame) {
    const old = occurrencesFrom(before, later(occurs_at, 1), most).filter((time) => time <= last);
    const moved = occurrencesFrom(after, from, old.length);
    return new Map(old.flatMap((time, index) => (moved[index] ? [[time, moved[index]]] : [])));
  }
  const dayIn = (time: string) => dayOf(time, after.time_zone);
  const until = later(last, 2 * 86_400);
  const times = occurrencesFrom(after, from, most).filter((time) => time <= until);
  const byDay = new Map(times.map((time) => [dayIn(time), time]));
  return new Map(
    rows.flatMap((row) => {
      const time = byDay.get(dayIn(row.occurs_at));
      return time ? [[row.occurs_at, time]] : [];
    }),
  );
}
