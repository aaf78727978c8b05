import ICAL from "ical.js";
import { later } from "#lib/platform/clock.ts";

type Blocks = { vevent: string[]; vtimezone: string[] };

const LIMIT = /^(BEGIN|END):(VCALENDAR|VEVENT|VTIMEZONE)\s*$/i;

/**
 * Splits a file into calendars and cuts out each event as text: one bad event must not spoil the
 * rest.
 * @throws {Error} when it is not a complete calendar
 */
export function calendarsIn(text: string): Blocks[] {
  const calendars: Blocks[] = [];
  let [block, kind, open]: [string[], string, number] = [[], "", 0];
  const close = () => {
    if (block.length > 0) calendars.at(-1)?.[kind as keyof Blocks].push(block.join("\r\n"));
    block = [];
  };
  for (const line of text.replaceAll("\uFEFF", "").split(/\r?\n|\r/)) {
    const [, side = "", name = ""] = LIMIT.exec(line)?.map((part) => part.toLowerCase()) ?? [];
    if (side === "begin" || name === "vcalendar") close();
    if (name === "vcalendar") open += side === "begin" ? 1 : -1;
    if (name === "vcalendar" && side === "begin") calendars.push({ vevent: [], vtimezone: [] });
    if (name === "vcalendar") continue;
    if (side === "begin") kind = name;
    if (side === "begin" || block.length > 0) block.push(line);
    if (side === "end") close();
  }
  if (calendars.length === 0 || open !== 0) throw new Error("no whole calendar");
  return calendars;
}

// Some programs write a bare day without VALUE=DATE.
const TIMES = "(?:DTSTART|DTEND|RECURRENCE-ID|EXDATE|RDATE)";
const PARAMETERS = '(?:;(?!VALUE=)(?:"[^"]*"|[^":;])*)*';
const DAYS = String.raw`(?=\d{8}(?:,\d{8})*\s*$)`;
const BARE_DAY = new RegExp(`^(${TIMES}${PARAMETERS}):${DAYS}`, "gim");

export function parseBlock(block: string): ICAL.Component {
  return new ICAL.Component(ICAL.parse(block.replace(BARE_DAY, "$1;VALUE=DATE:")) as never);
}

const unfolded = (block: string) => block.replaceAll(/\r\n[ \t]/g, "");

export function wrongLine(block: string): string | undefined {
  const lines = unfolded(block).split("\r\n");
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
  const value = line.exec(unfolded(block))?.[1] ?? "";
  return value.replaceAll(/\\([,;\\])/g, "$1").trim();
}

const DAY_S = 86_400;
const day = (time: string) => time.slice(0, 10).replaceAll("-", "");

const HIDDEN = /^(?:STATUS:CANCELLED|CLASS:(?:PRIVATE|CONFIDENTIAL))\s*$/im;

/** Whether an unreadable block may fall into a period. Without a readable start it may. */
export function mayTakePlace(block: string, { from, to }: { from: string; to: string }): boolean {
  if (HIDDEN.test(block)) return false;
  if (/^(?:RRULE|RDATE|RECURRENCE-ID)\b/im.test(block)) return true;
  const [starts, ends] = ["DTSTART", "DTEND"].map((name) => rawValue(block, name).slice(0, 8));
  if (!/^\d{8}$/.test(starts ?? "")) return true;
  const last = /^\d{8}$/.test(ends ?? "") ? ends : starts;
  return `${last}` >= day(later(from, -DAY_S)) && `${starts}` <= day(later(to, DAY_S));
}
