const DAY_MS = 86_400_000;
const UNITS_MS = { HOURLY: 3_600_000, MINUTELY: 60_000, SECONDLY: 1_000 } as const;
const MAX_PERIODS = 200_000;
export const WEEKDAYS = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"];
const FREQUENCIES = ["YEARLY", "MONTHLY", "WEEKLY", "DAILY", ...Object.keys(UNITS_MS)];

/** A rule, as ical.js reads it, too. */
export type Recur = {
  freq: string;
  interval: number;
  /** 1: Sunday. */
  wkst: number;
  count: number | null;
  parts: Readonly<Record<string, readonly (number | string)[] | undefined>>;
};

type Numbers = readonly number[] | undefined;
type Rule = {
  freq: string;
  interval: number;
  /** 0: Sunday. */
  week_start: number;
  start: Date;
  setpos: Numbers;
  weekdays: readonly { weekday: number; nth: number }[] | undefined;
  months: Numbers;
  monthdays: Numbers;
  yeardays: Numbers;
  hours: Numbers;
  minutes: Numbers;
  seconds: Numbers;
};

const days = (from: number, to: number) => Math.round((to - from) / DAY_MS);
const weekStart = (day: number, first: number) =>
  day - ((new Date(day).getUTCDay() - first + 7) % 7) * DAY_MS;

function parts(recur: Recur, start: Date): Rule {
  const by = recur.parts;
  const numbers = (name: string) => by[name]?.map(Number).toSorted((a, b) => a - b);
  const { freq } = recur;
  const weekdays = by.BYDAY?.map((text) => {
    const [, nth = "", day = ""] = /^([+-]?\d+)?(\w\w)$/.exec(`${text}`) ?? [];
    const counts = freq === "MONTHLY" || freq === "YEARLY";
    return { weekday: WEEKDAYS.indexOf(day), nth: counts ? Number(nth) : 0 };
  });
  if (!FREQUENCIES.includes(freq)) throw new Error(`FREQ=${freq}`);
  const rule: Rule = {
    freq,
    interval: Math.max(1, recur.interval),
    week_start: recur.wkst - 1,
    start,
    setpos: numbers("BYSETPOS"),
    weekdays,
    months: numbers("BYMONTH"),
    monthdays: numbers("BYMONTHDAY"),
    yeardays: numbers("BYYEARDAY"),
    hours: numbers("BYHOUR"),
    minutes: numbers("BYMINUTE"),
    seconds: numbers("BYSECOND"),
  };
  // Programs disagree about which days are meant.
  if (by.BYWEEKNO) throw new Error("BYWEEKNO");
  if (rule.weekdays || rule.monthdays || rule.yeardays) return rule;
  if (freq === "WEEKLY") rule.weekdays = [{ weekday: start.getUTCDay(), nth: 0 }];
  if (freq === "YEARLY") rule.months ??= [start.getUTCMonth() + 1];
  if (freq === "MONTHLY" || freq === "YEARLY") rule.monthdays = [start.getUTCDate()];
  return rule;
}

/** From the first day of the period to the first day after it. */
function period({ freq, interval, week_start, start }: Rule, index: number): [number, number] {
  const [year, month] = [start.getUTCFullYear(), start.getUTCMonth()];
  const step = index * interval;
  if (freq === "YEARLY") return [Date.UTC(year + step, 0), Date.UTC(year + step + 1, 0)];
  if (freq === "MONTHLY") return [Date.UTC(year, month + step), Date.UTC(year, month + step + 1)];
  const day = Date.UTC(year, month, start.getUTCDate());
  const length = freq === "WEEKLY" ? 7 : 1;
  const first = freq === "WEEKLY" ? weekStart(day, week_start) : day;
  const from = first + step * length * DAY_MS;
  return [from, from + length * DAY_MS];
}

/** Whether a list has the place of one among many, counted from either end. */
function has(list: Numbers, place: number, count: number): boolean {
  return !list || list.includes(place) || list.includes(place - count - 1);
}

function isWeekday({ weekdays, freq, months }: Rule, date: Date, yearday: number, year: number) {
  if (!weekdays) return true;
  const [day, month] = [date.getUTCDate(), date.getUTCMonth()];
  const monthLength = new Date(Date.UTC(date.getUTCFullYear(), month + 1, 0)).getUTCDate();
  const isMonthly = freq === "MONTHLY" || months !== undefined;
  const [place, length] = isMonthly ? [day, monthLength] : [yearday, year];
  const [nth, last] = [Math.ceil(place / 7), -Math.ceil((length - place + 1) / 7)];
  return weekdays.some(
    (one) =>
      one.weekday === date.getUTCDay() && (one.nth === 0 || one.nth === nth || one.nth === last),
  );
}

function isDay(rule: Rule, day: number): boolean {
  const date = new Date(day);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + 1];
  if (rule.months && !rule.months.includes(month)) return false;
  const newYear = Date.UTC(year, 0);
  const [yearday, length] = [days(newYear, day) + 1, days(newYear, Date.UTC(year + 1, 0))];
  const monthLength = new Date(Date.UTC(year, month, 0)).getUTCDate();
  return (
    has(rule.monthdays, date.getUTCDate(), monthLength) &&
    has(rule.yeardays, yearday, length) &&
    isWeekday(rule, date, yearday, length)
  );
}

function clockTimes({ hours, minutes, seconds, start }: Rule): number[] {
  return (hours ?? [start.getUTCHours()]).flatMap((hour) =>
    (minutes ?? [start.getUTCMinutes()]).flatMap((minute) =>
      (seconds ?? [start.getUTCSeconds()]).map((second) => hour * 3600 + minute * 60 + second),
    ),
  );
}

/** Days of a period with each time of day. */
function* dailySets(rule: Rule, to: number): Generator<number[]> {
  const clock = clockTimes(rule);
  for (let index = 0; index < MAX_PERIODS; index += 1) {
    const [first, end] = period(rule, index);
    if (first > to) return;
    const set: number[] = [];
    for (let day = first; day < end; day += DAY_MS)
      if (isDay(rule, day)) set.push(...clock.map((second) => day + second * 1_000));
    yield set;
  }
  throw new Error("too many repetitions");
}

/** Hours, minutes or seconds, each a period. */
function* denseSets(rule: Rule, unit: number, to: number): Generator<number[]> {
  const { freq, start, interval, hours, minutes, seconds, setpos } = rule;
  const expands = (freq === "HOURLY" && minutes) || (freq !== "SECONDLY" && seconds);
  if (expands || setpos) throw new Error(freq);
  const fits = (list: Numbers, value: number) => !list || list.includes(value);
  for (let index = 0; index < MAX_PERIODS; index += 1) {
    const time = start.getTime() + index * interval * unit;
    if (time > to) return;
    const date = new Date(time);
    const isClock =
      fits(hours, date.getUTCHours()) &&
      fits(minutes, date.getUTCMinutes()) &&
      fits(seconds, date.getUTCSeconds());
    if (isClock && isDay(rule, date.setUTCHours(0, 0, 0, 0))) yield [time];
  }
  throw new Error("too many repetitions");
}

/**
 * Local times of a rule from its start to a limit, all in milliseconds as if they were UTC.
 * @param until last time of the rule
 * @param withStart the start is the first one, whether the rule has it or not
 * @throws {Error} when there are too many, or programs disagree about the rule
 */
export function* timesOfRule(
  recur: Recur,
  start: number,
  { until, to, withStart }: { until: number; to: number; withStart: boolean },
): Generator<number> {
  const rule = parts(recur, new Date(start));
  const unit = UNITS_MS[rule.freq as keyof typeof UNITS_MS];
  const last = Math.min(until, to);
  if (start > last) return;
  if (withStart) yield start;
  let count = withStart ? 1 : 0;
  for (const set of unit ? denseSets(rule, unit, last) : dailySets(rule, last)) {
    const size = set.length;
    for (const [index, time] of set.entries()) {
      if (rule.setpos && !has(rule.setpos, index + 1, size)) continue;
      if (withStart ? time <= start : time < start) continue;
      if (time > last || (recur.count && count >= recur.count)) return;
      count += 1;
      yield time;
    }
  }
}
