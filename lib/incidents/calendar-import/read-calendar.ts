import ICAL from "ical.js";
import {
  mayTakePlace,
  parseBlock,
  rawValue,
  wrongLine,
} from "#lib/incidents/calendar-import/blocks.ts";
import {
  type Candidate,
  candidatesOf,
  MAX_TEXT,
  type Occurrence,
  sequenceOf,
  textOf,
} from "#lib/incidents/calendar-import/candidates.ts";
import type { SkippedEvent } from "#lib/incidents/calendar-import/schema.ts";
import type { Block, Calendar, Calendars } from "#lib/incidents/calendar-import/split-calendar.ts";
import { type CalendarQuery, UnknownZone } from "#lib/incidents/calendar-import/times.ts";

const MAX_DETAIL = 100;
const PUBLISHED = ["", "PUBLISH", "REQUEST", "CANCEL"];

export type Read = {
  occurrences: Occurrence[];
  left_out: SkippedEvent[];
  /** Events that could not be read: their absence does not mean that they were removed. */
  unknown: { uids: string[]; keys: string[] };
};

type Part = { block: Block; component: ICAL.Component | null; problem: Error | null };

function partOf(block: Block): Part {
  try {
    return { block, component: parseBlock(block.text), problem: null };
  } catch (error) {
    return { block, component: null, problem: error as Error };
  }
}

/** An event without a UID is identified by its start and title. */
function uidOf({ block: { text }, component }: Part): string {
  const uid = component ? textOf(component, "uid", MAX_TEXT) : rawValue(text, "UID");
  return uid || `${rawValue(text, "DTSTART")}\n${rawValue(text, "SUMMARY")}`;
}

const brief = (text: string) =>
  text.replaceAll(/\s+/g, " ").trim().slice(0, MAX_DETAIL).toWellFormed();

type Reason = Pick<SkippedEvent, "reason" | "detail">;

function skipped(parts: readonly Part[], { reason, detail }: Reason): SkippedEvent {
  const first = (name: string) =>
    parts.map(({ block }) => rawValue(block.text, name)).find(Boolean) ?? "";
  const line = parts[0]?.block.line ?? null;
  return {
    ...{ line, uid: brief(first("UID")), title: brief(first("SUMMARY")) },
    ...{ reason, detail: brief(detail) },
  };
}

function reasonOf(parts: readonly Part[], error: Error): Reason {
  if (error instanceof UnknownZone) return { reason: "unknown_zone", detail: error.message };
  const wrong = parts.map(({ block }) => wrongLine(block.text)).find(Boolean);
  return { reason: "unreadable", detail: wrong ?? error.message };
}

type Found = { parts: readonly Part[]; candidate: Candidate };
type Reading = { found: Found[]; left_out: SkippedEvent[]; uids: string[] };

function readEvent(uid: string, parts: readonly Part[], query: CalendarQuery, read: Reading): void {
  try {
    const components = parts.map(({ component, problem }) => {
      if (!component) throw problem;
      return component;
    });
    const found = candidatesOf(uid, components, query);
    read.found.push(...found.map((candidate) => ({ parts, candidate })));
  } catch (error) {
    if (!parts.some(({ block }) => mayTakePlace(block.text, query))) return;
    read.left_out.push(skipped(parts, reasonOf(parts, error as Error)));
    read.uids.push(uid);
  }
}

/** The events of a calendar with its time zones and method. */
function partsOf({ method, vevent, vtimezone }: Calendar): Part[] {
  const root = new ICAL.Component("vcalendar");
  for (const { component } of vtimezone.map(partOf))
    if (component?.hasProperty("tzid")) root.addSubcomponent(component);
  return vevent.map((block) => {
    const part = partOf(block);
    if (!PUBLISHED.includes(method))
      return { ...part, component: null, problem: new Error(`METHOD:${method}`) };
    if (method === "CANCEL") part.component?.updatePropertyWithValue("status", "CANCELLED");
    if (part.component) root.addSubcomponent(part.component);
    return part;
  });
}

function lackOf({ title, ends_at }: Candidate): SkippedEvent["reason"] {
  if (ends_at === null) return "no_end";
  return title === "" ? "no_title" : "no_room";
}

function isWhole(one: Found): one is Found & { candidate: Occurrence } {
  return one.candidate.ends_at !== null && one.candidate.title !== "";
}

/** Versions that a newer one outside the period replaces. */
function isReplaced({ component }: Part, sequence: number): boolean {
  return !!component && !component.hasProperty("recurrence-id") && sequenceOf(component) < sequence;
}

/**
 * Reads an iCalendar file; the next event first. Repetitions are expanded, exceptions applied, and
 * cancelled or private events skipped. What could not be read is listed in `left_out`.
 */
export function readCalendar({ calendars, outside }: Calendars, query: CalendarQuery): Read {
  const read: Reading = { found: [], left_out: [], uids: [] };
  const byUid = Map.groupBy(calendars.flatMap(partsOf), uidOf);
  for (const [uid, all] of byUid) {
    const parts = all.filter((part) => !isReplaced(part, outside.get(uid) ?? 0));
    if (parts.length > 0) readEvent(uid, parts, query, read);
  }
  const sorted = read.found
    .filter(isWhole)
    .toSorted((a, b) => (a.candidate.starts_at < b.candidate.starts_at ? -1 : 1));
  const lacking = read.found.filter((one) => !isWhole(one));
  const left = [...lacking, ...sorted.slice(query.most)].map(({ parts, candidate }) => ({
    ...skipped(parts, { reason: lackOf(candidate), detail: "" }),
    title: brief(candidate.title),
  }));
  return {
    occurrences: sorted.slice(0, query.most).map(({ candidate }) => candidate),
    left_out: [...read.left_out, ...left],
    unknown: { uids: read.uids, keys: lacking.map(({ candidate }) => candidate.key) },
  };
}
