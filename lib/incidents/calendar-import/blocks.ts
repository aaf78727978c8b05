import ICAL from "ical.js";
import { later } from "#lib/platform/clock.ts";

// Some programs write a bare day without VALUE=DATE.
const TIMES = "(?:DTSTART|DTEND|RECURRENCE-ID|EXDATE|RDATE)";
const PARAMETERS = '(?:;(?!VALUE=)(?:"[^"]*"|[^":;])*)*';
const DAYS = String.raw`(?=\d{8}(?:,\d{8})*\s*$)`;
const BARE_DAY = new RegExp(`^(${TIMES}${PARAMETERS}):${DAYS}`, "gim");
const TIMED = new RegExp(`^(${TIMES}(?:;(?:"[^"]*"|[^":])*)?:)(.*)$`, "gim");
const RULE = /^(RRULE(?:;[^:\r\n]*)?:.*)$/gim;

/** The parser would read what follows the digits, such as an offset, as nothing. */
function exactTime(time: string): string {
  const [, day, clock, zone] = /^(\d{8})T(\d{6})(?:\.\d+)?(Z?)$/i.exec(time) ?? [];
  if (day === undefined) throw new Error(time);
  return `${day}T${clock}${zone?.toUpperCase()}`;
}

function exact(block: string): string {
  return block
    .replace(BARE_DAY, "$1;VALUE=DATE:")
    .replace(RULE, (line) => line.toUpperCase())
    .replace(TIMED, (_, name: string, value: string) => {
      const times = value.replaceAll(/[ \t]/g, "");
      return name + times.replaceAll(/\d{8}T[^,/\r]*/gi, exactTime);
    });
}

export function parseBlock(block: string): ICAL.Component {
  return new ICAL.Component(ICAL.parse(exact(block)) as never);
}

export function wrongLine(block: string): string | undefined {
  const lines = block.split("\r\n");
  return lines.slice(1, -1).find((line) => {
    if (/^(?:BEGIN|END):|^$/i.test(line)) return false;
    try {
      const [property] = parseBlock(`BEGIN:VEVENT\r\n${line}\r\nEND:VEVENT`).getAllProperties();
      const value: unknown = property?.getFirstValue();
      return value instanceof ICAL.Recur && !value.freq;
    } catch {
      return true;
    }
  });
}

export function rawValue(block: string, name: string): string {
  const line = new RegExp(`^${name}(?:;(?:"[^"]*"|[^":])*)?:(.*)$`, "im");
  const value = line.exec(block)?.[1] ?? "";
  return value.replaceAll(/\\([,;\\])/g, "$1").trim();
}

const DAY_S = 86_400;
const day = (time: string) => time.slice(0, 10).replaceAll("-", "");

const HIDDEN = /^(?:(?:X-MAINTNOTE-)?STATUS:CANCELL?ED|CLASS:(?:PRIVATE|CONFIDENTIAL))\s*$/im;

function daysOf(duration: string): number {
  const [, weeks, days, hours] = /^\+?P(?:(\d+)W)?(?:(\d+)D)?(?:T(\d+)H)?/i.exec(duration) ?? [];
  return Number(weeks ?? 0) * 7 + Number(days ?? 0) + Math.ceil(Number(hours ?? 0) / 24);
}

type Period = { from: string; to: string };

/** Whether a block surely lies outside a period; with repetitions or an unreadable start it may not. */
export function liesOutside(block: string, { from, to }: Period): boolean {
  if (/^(?:RRULE|RDATE|RECURRENCE-ID)\b/im.test(block)) return false;
  const [starts, ends] = ["DTSTART", "DTEND"].map((name) => rawValue(block, name).slice(0, 8));
  if (!/^\d{8}$/.test(starts ?? "")) return false;
  if (`${starts}` > day(later(to, DAY_S))) return true;
  const last = /^\d{8}$/.test(ends ?? "") ? ends : starts;
  return `${last}` < day(later(from, -(daysOf(rawValue(block, "DURATION")) + 1) * DAY_S));
}

/** Whether an unreadable block may fall into a period. */
export function mayTakePlace(block: string, period: Period): boolean {
  return !HIDDEN.test(block) && !liesOutside(block, period);
}
