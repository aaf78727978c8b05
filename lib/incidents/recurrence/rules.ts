import { type Recur, timesOfRule, WEEKDAYS } from "#lib/incidents/recurrence/times-of-rule.ts";
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

const DAY = `(?:${WEEKDAYS.join("|")})`;
const FORMS: Readonly<Record<string, RegExp>> = {
  FREQ: /^[A-Z]+$/,
  INTERVAL: /^[1-9]\d{0,3}$/,
  COUNT: /^[1-9]\d*$/,
  UNTIL: /^\d{8}(?:T\d{6}Z?)?$/,
  BYDAY: new RegExp(`^[+-]?(?:[1-9]|[1-4]\\d|5[0-3])?${DAY}$`),
  BYMONTHDAY: /^[+-]?(?:[1-9]|[12]\d|3[01])$/,
  BYMONTH: /^(?:[1-9]|1[0-2])$/,
  BYSETPOS: /^[+-]?(?:[1-9]|[1-9]\d|[12]\d\d|3[0-5]\d|36[0-6])$/,
  WKST: new RegExp(`^${DAY}$`),
};
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
    const form = Object.hasOwn(FORMS, name) ? FORMS[name] : undefined;
    const values = name.startsWith("BY") ? value.split(",") : [value];
    if (!form || rest.length > 0 || !values.every((one) => form.test(one)))
      refuse("bad_recurrence");
    return [name, value];
  });
  if (new Map(parts).size !== parts.length) refuse("bad_recurrence");
  return new Map(parts);
}

const msOf = (local: Temporal.PlainDateTime) => local.toZonedDateTime("UTC").epochMilliseconds;

const localIn = (wire: string, zone: string) =>
  fromWire(wire).toZonedDateTimeISO(zone).toPlainDateTime();

/** The last moment in the local time of a zone; a bare day includes its last second. */
function untilIn(until: string | undefined, zone: string): number {
  if (until === undefined) return Number.POSITIVE_INFINITY;
  const [day = "", time = "235959"] = until.replace("Z", "").split("T");
  const local = Temporal.PlainDateTime.from(`${day}T${time}`);
  if (!until.endsWith("Z")) return msOf(local);
  return msOf(local.toZonedDateTime("UTC").withTimeZone(zone).toPlainDateTime());
}

type Rule = { recur: Recur; until: number };

function parse({ rule, time_zone, earlier_count = 0 }: Pattern): Rule {
  const parts = partsOf(rule);
  const freq = parts.get("FREQ") ?? "";
  if (/^(HOURLY|MINUTELY|SECONDLY)$/.test(freq)) refuse("recurrence_dense");
  if (!SPACED.includes(freq)) refuse("bad_recurrence");
  const isOfSet = ["BYDAY", "BYMONTHDAY", "BYMONTH"].some((name) => parts.has(name));
  if (parts.has("BYSETPOS") && !isOfSet) refuse("bad_recurrence");
  const count = parts.get("COUNT");
  if (Number(count ?? 1) > MAX_COUNT) refuse("recurrence_long");
  const lists = [...parts].map(([name, value]): [string, string[]] => [name, value.split(",")]);
  const recur = {
    ...{ freq, interval: Number(parts.get("INTERVAL") ?? 1) },
    wkst: WEEKDAYS.indexOf(parts.get("WKST") ?? "MO") + 1,
    count: count === undefined ? null : Number(count) - earlier_count,
    parts: Object.fromEntries(lists),
  };
  try {
    return { recur, until: untilIn(parts.get("UNTIL"), time_zone) };
  } catch {
    refuse("bad_recurrence");
  }
}

/**
 * Wire times of the next occurrences, always at the same local time. A time that a clock change
 * skips moves an hour later; a doubled one is its first. Ends with the rule, or ten years after its
 * start.
 */
function walk(pattern: Pattern, { recur, until }: Rule, from: string, most: number): string[] {
  const times: string[] = [];
  const { time_zone, starts_at } = pattern;
  const start = localIn(starts_at, time_zone);
  const last = { until, to: msOf(start.add({ years: MAX_YEARS })), withStart: false };
  const begin = msOf(localIn(from, time_zone).subtract({ days: 1 }));
  for (const local_ms of timesOfRule(recur, msOf(start), last)) {
    if (local_ms < begin) continue;
    const local = Temporal.Instant.fromEpochMilliseconds(local_ms).toZonedDateTimeISO("UTC");
    const time = toWire(local.toPlainDateTime().toZonedDateTime(time_zone).toInstant());
    if (times.length >= most) break;
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
  const times = walk(pattern, rule, pattern.starts_at, CHECKED_OCCURRENCES);
  if (times.length === 0) refuse("recurrence_never");
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
