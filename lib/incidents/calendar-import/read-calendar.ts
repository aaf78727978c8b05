import ICAL from "ical.js";
import {
  calendarsIn,
  mayTakePlace,
  parseBlock,
  rawValue,
  wrongLine,
} from "#lib/incidents/calendar-import/blocks.ts";
import {
  type CalendarContext,
  type CalendarQuery,
  type Candidate,
  candidatesOf,
  MAX_TEXT,
  type Occurrence,
  textOf,
} from "#lib/incidents/calendar-import/candidates.ts";
import { UnknownZone } from "#lib/incidents/calendar-import/times.ts";

const MAX_DETAIL = 100;

/** `detail`: the unknown zone, or the unreadable line. */
export type SkippedEvent = {
  title: string;
  reason: "unreadable" | "unknown_zone" | "no_end" | "no_title" | "no_room";
  detail: string;
};

export type Read = {
  occurrences: Occurrence[];
  left_out: SkippedEvent[];
  /** Events that could not be read: their absence does not mean that they were removed. */
  unknown: { uids: string[]; keys: string[] };
};

type Part = { block: string; component: ICAL.Component | null; problem: Error | null };

function partOf(block: string): Part {
  try {
    return { block, component: parseBlock(block), problem: null };
  } catch (error) {
    return { block, component: null, problem: error as Error };
  }
}

/** An event without a UID is identified by its start and title. */
function uidOf({ block, component }: Part): string {
  const uid = component ? textOf(component, "uid", MAX_TEXT) : rawValue(block, "UID");
  return uid || `${rawValue(block, "DTSTART")}\n${rawValue(block, "SUMMARY")}`;
}

function refused(parts: readonly Part[], error: Error): SkippedEvent {
  const [title] = parts.map(({ block }) => rawValue(block, "SUMMARY")).filter(Boolean);
  const isUnknown = error instanceof UnknownZone;
  const reason = isUnknown ? "unknown_zone" : "unreadable";
  const wrong = isUnknown ? undefined : parts.map(({ block }) => wrongLine(block)).find(Boolean);
  const detail = (wrong ?? error.message)
    .replaceAll(/\s+/g, " ")
    .slice(0, MAX_DETAIL)
    .toWellFormed();
  return { title: (title ?? "").slice(0, MAX_DETAIL).toWellFormed(), reason, detail };
}

function readEvent(
  uid: string,
  parts: readonly Part[],
  known: CalendarContext,
  read: Reading,
): void {
  try {
    const components = parts.map(({ component, problem }) => {
      if (!component) throw problem;
      known.root.addSubcomponent(component);
      return component;
    });
    read.found.push(...candidatesOf(uid, components, known));
  } catch (error) {
    if (!parts.some(({ block }) => mayTakePlace(block, known))) return;
    read.left_out.push(refused(parts, error as Error));
    read.uids.push(uid);
  }
}

type Reading = { found: Candidate[]; left_out: SkippedEvent[]; uids: string[] };

function rootWith(zones: readonly string[]): ICAL.Component {
  const root = new ICAL.Component("vcalendar");
  for (const { component } of zones.map(partOf)) if (component) root.addSubcomponent(component);
  return root;
}

function lackOf({ title, ends_at }: Candidate): SkippedEvent["reason"] {
  if (ends_at === null) return "no_end";
  return title === "" ? "no_title" : "no_room";
}

function isWhole(one: Candidate): one is Occurrence {
  return one.ends_at !== null && one.title !== "";
}

/**
 * Reads an iCalendar file; the next event first. Repetitions are expanded, exceptions applied, and
 * cancelled or private events skipped. An unreadable event is listed in `left_out`.
 * @throws {Error} when it is not a complete calendar
 */
export function readCalendar(text: string, query: CalendarQuery): Read {
  const read: Reading = { found: [], left_out: [], uids: [] };
  for (const { vevent, vtimezone } of calendarsIn(text)) {
    const known = { ...query, page: query.zone, root: rootWith(vtimezone) };
    const byUid = Map.groupBy(vevent.map(partOf), uidOf);
    for (const [uid, parts] of byUid) readEvent(uid, parts, known, read);
  }
  const sorted = read.found
    .filter(isWhole)
    .toSorted((a, b) => (a.starts_at < b.starts_at ? -1 : 1));
  const lacking = read.found.filter((one) => !isWhole(one));
  const left = [...lacking, ...sorted.slice(query.most)].map((one) => ({
    ...{ title: one.title, reason: lackOf(one), detail: "" },
  }));
  return {
    occurrences: sorted.slice(0, query.most),
    left_out: [...read.left_out, ...left],
    unknown: { uids: read.uids, keys: lacking.map(({ key }) => key) },
  };
}
