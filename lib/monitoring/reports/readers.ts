import { isDeepStrictEqual } from "node:util";
import type { JSONPathQuery, JSONValue } from "json-p3";
import type { z } from "zod";
import { type Call, isPlaceholder } from "#lib/monitoring/reports/call.ts";
import type { JsonpathSearch, SearchResult } from "#lib/monitoring/reports/report-parser.ts";
import { runInWorkerThread } from "#lib/monitoring/reports/run-in-thread.ts";
import {
  type Interpretation,
  notUnderstood,
  understoodAs,
} from "#lib/monitoring/reports/schema.ts";
import { secondsBetween, toWire, wireNow } from "#lib/platform/clock.ts";
import { compileJsonpath } from "#lib/services/jsonpath.ts";
import type { JsonpathSettings } from "#lib/services/schema.ts";

// An older time shows that delivery was delayed: it may be outdated.
const OLDEST_S = 3_600;

function timeIn(text: string | undefined): string | null {
  const seconds = Number(text ?? "");
  if (!Number.isSafeInteger(seconds) || seconds <= 0 || seconds > 8.64e12) return null;
  const time = toWire(new Date(seconds * 1_000));
  const age_s = secondsBetween(time, wireNow());
  return age_s >= 0 && age_s <= OLDEST_S ? time : null;
}

function joined(...parts: (string | undefined)[]): string | null {
  return parts.filter(Boolean).join(" · ") || null;
}

/** StatusCake: `Status` is `Up` or `Down`; `StatusCode` is 0 without an answer in time. */
export function readStatusCake({ fields }: Call): Interpretation {
  const status = fields.get("status");
  if (!status) return notUnderstood("no_status");
  const code = fields.get("statuscode");
  const detail = joined(fields.get("name"), code && `HTTP ${code}`);
  const said = status.toLowerCase();
  return said === "up" || said === "down"
    ? understoodAs(said, detail)
    : notUnderstood("unknown_status", status);
}

const ALERTS = { "1": "down", "2": "up", "3": "certificate" } as const;

function alertOf({ fields }: Call): (typeof ALERTS)[keyof typeof ALERTS] | undefined {
  const type = fields.get("alerttype");
  if (type !== undefined) return ALERTS[type as keyof typeof ALERTS];
  const name = fields.get("alerttypefriendlyname")?.toLowerCase() ?? "";
  if (name === "down" || name === "up") return name;
  return /ssl|expir/.test(name) ? "certificate" : undefined;
}

/**
 * UptimeRobot: `alertType` is 1 for down, 2 for up, 3 for an expiring certificate or domain. Users
 * write the keys themselves; a test has no values at all.
 */
export function readUptimeRobot(call: Call): Interpretation {
  const { fields, is_trial } = call;
  if (is_trial) return understoodAs("test");
  const alert = alertOf(call);
  const given = fields.get("alerttype") ?? fields.get("alerttypefriendlyname");
  if (!alert) return given ? notUnderstood("unknown_status", given) : notUnderstood("no_status");
  const detail = joined(fields.get("monitorfriendlyname"), fields.get("alertdetails"));
  return understoodAs(alert, detail, timeIn(fields.get("alertdatetime")));
}

type Keywords = { keyword_up: string | null; keyword_down: string | null };

// Only these scripts separate words: there "up" must not match in "update".
const LETTER = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}]/u;

function isLetter(text: string, index: number): boolean {
  const character = text[index];
  return character !== undefined && LETTER.test(character);
}

export function hasKeyword(text: string, keyword: string): boolean {
  const [where, what] = [text.toLowerCase(), keyword.trim().toLowerCase()];
  if (what === "") return false;
  for (let at = where.indexOf(what); at >= 0; at = where.indexOf(what, at + 1)) {
    const end = at + what.length;
    const begins = !isLetter(what, 0) || !isLetter(where, at - 1);
    const ends = !isLetter(what, what.length - 1) || !isLetter(where, end);
    if (begins && ends) return true;
  }
  return false;
}

type KeywordsFound = { up: boolean; down: boolean };

function findKeywords(text: string, { keyword_up, keyword_down }: Keywords): KeywordsFound {
  return { up: hasKeyword(text, keyword_up ?? ""), down: hasKeyword(text, keyword_down ?? "") };
}

/**
 * Reads a mail by the service's keywords. The subject decides if it has one of them, else the whole
 * mail. Both or neither mean nothing.
 */
export function readByKeywords(
  mail: { subject: string; text: string },
  given: Keywords,
): Interpretation {
  if (!given.keyword_up?.trim() && !given.keyword_down?.trim()) return notUnderstood("no_keywords");
  const inSubject = findKeywords(mail.subject, given);
  const decides = inSubject.up !== inSubject.down;
  const { up, down } = decides ? inSubject : findKeywords(`${mail.subject}\n${mail.text}`, given);
  if (up && down) return notUnderstood("both_keywords");
  if (!up && !down) return notUnderstood("neither_keyword");
  return understoodAs(up ? "up" : "down", mail.subject);
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Compares as JSON, then as text without case. */
export function isExpected(value: unknown, expected: string): boolean {
  const json = jsonOf(expected);
  if (isDeepStrictEqual(value, json)) return true;
  if (typeof value === "object" || typeof json === "object") return false;
  return String(value).trim().toLowerCase() === String(json).trim().toLowerCase();
}

/** A record can only be compared with a record. */
function saysSomething(value: unknown, expected: unknown): boolean {
  if (typeof value === "object")
    return typeof expected === "object" && Object.keys(value ?? {}).length > 0;
  return typeof value !== "string" || !(value.trim() === "" || isPlaceholder(value));
}

// For example Checkly's ALERT_SSL.
const CERTIFICATE = /^(?:alert[_ -])?(?:ssl|certificate)(?:[_ -]expir\w*)?$/i;

const WORST_FIRST = ["down", "other", "certificate", "up"] as const;
type Meaning = (typeof WORST_FIRST)[number] | "nothing";

function meaningOf(value: unknown, expected: string, down: string | undefined): Meaning {
  if (isExpected(value, expected)) return "up";
  if (down !== undefined && isExpected(value, down)) return "down";
  if (!saysSomething(value, jsonOf(expected))) return "nothing";
  if (down !== undefined) return "other";
  return CERTIFICATE.test(String(value).trim()) ? "certificate" : "down";
}

/** The content of records is not shown: nobody knows what is in them. */
function detailOf(value: unknown): string {
  if (typeof value !== "object" || value === null) return String(value);
  return Array.isArray(value) ? "[…]" : "{…}";
}

/** Only paths of names and indexes run here; all others may take any time and run in a thread. */
async function search(
  query: JSONPathQuery,
  asked: JsonpathSearch,
  tenant: string,
): Promise<SearchResult | null> {
  if (!query.singularQuery()) return runInWorkerThread({ search: asked }, tenant);
  const value = query.match(asked.record as JSONValue)?.value;
  return value === undefined ? { values: [], more: false } : { values: [value], more: false };
}

type Settings = z.output<typeof JsonpathSettings>;

function outcomeOf(
  { values, more }: SearchResult,
  expected: string,
  down: string | undefined,
): Interpretation {
  const meanings = values.map((value) => meaningOf(value, expected, down));
  const worst = WORST_FIRST.find((meaning) => meanings.includes(meaning));
  const detail = detailOf(values[worst === undefined ? 0 : meanings.indexOf(worst)]);
  if (more && worst !== "down") return notUnderstood("too_costly");
  if (worst === undefined || worst === "other") return notUnderstood("neither_result", detail);
  return understoodAs(worst, detail);
}

/**
 * Reads a call by a JSONPath expression (RFC 9535). The expected result means up, a configured down
 * result means down; without one every other value does. The worst of several values counts.
 * @param tenant expressions of one tenant wait for each other
 */
export async function readByQuery(
  { record }: Call,
  { jsonpath: expression, expected_result: expected, down_result: down }: Settings,
  tenant: string,
): Promise<Interpretation> {
  if (!expression || expected === null) return notUnderstood("no_expression");
  if (record === undefined) return notUnderstood("too_deep");
  const compiled = await compileJsonpath(expression);
  if ("problem" in compiled) return notUnderstood("bad_expression", compiled.problem);
  const result = await search(compiled.query, { expression, record }, tenant);
  if (result === null) return notUnderstood("too_costly");
  if (result.values.length === 0) return notUnderstood("no_match", expression);
  return outcomeOf(result, expected, down);
}
