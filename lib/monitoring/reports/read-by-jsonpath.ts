import { isDeepStrictEqual } from "node:util";
import type { JSONPathQuery, JSONValue } from "json-p3";
import { type Call, isPlaceholder } from "#lib/monitoring/reports/call.ts";
import type { JsonpathSearch, SearchResult } from "#lib/monitoring/reports/report-parser.ts";
import { runInWorkerThread } from "#lib/monitoring/reports/run-in-thread.ts";
import {
  type Interpretation,
  notUnderstood,
  type ReportedAlert,
  reportedAlert,
  type UnclearReason,
  understoodAs,
} from "#lib/monitoring/reports/schema.ts";
import { compileJsonpath, compilePattern } from "#lib/services/jsonpath.ts";
import type { JsonpathSettings } from "#lib/services/schema.ts";

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

const WORST_FIRST = ["down", "both", "other", "certificate", "up"] as const;
type Meaning = (typeof WORST_FIRST)[number] | "nothing";

type Test = (value: unknown) => boolean;
type Tests = { up: Test; down: Test | null; expected: string };

const MAX_COMPARED = 10_000;

function textTest(test: (text: string) => boolean): Test {
  return (value) => typeof value !== "object" && test(String(value).slice(0, MAX_COMPARED).trim());
}

/** @returns null: it is no regular expression */
async function testFor(
  comparison: JsonpathSettings["comparison"],
  expected: string,
): Promise<Test | null> {
  if (comparison === "contains") {
    const part = expected.toLowerCase();
    return textTest((text) => text.toLowerCase().includes(part));
  }
  if (comparison !== "matches") return (value) => isExpected(value, expected);
  const compiled = await compilePattern(expected);
  return "problem" in compiled ? null : textTest((text) => compiled.pattern.test(text));
}

function meaningOf(value: unknown, { up, down, expected }: Tests): Meaning {
  const [isUp, isDown] = [up(value), down?.(value) ?? false];
  if (isUp && isDown) return "both";
  if (isUp) return "up";
  if (isDown) return "down";
  if (!saysSomething(value, jsonOf(expected))) return "nothing";
  if (down !== null) return "other";
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

/** One alert per identity, or of the whole call if that has one. */
function alertsOf(
  values: readonly unknown[],
  meanings: readonly Meaning[],
  identities: readonly unknown[],
): ReportedAlert[] {
  const isEach = identities.length === values.length;
  return meanings.flatMap((means, index) => {
    const known = identities[isEach ? index : 0];
    const key = identities.length > 0 ? JSON.stringify(known) : "";
    const detail = detailOf(
      isEach && known !== undefined && typeof known !== "object" ? known : values[index],
    );
    return means === "down" || means === "up" ? [reportedAlert(means, { key, detail })] : [];
  });
}

function outcomeOf(
  { values, more }: SearchResult,
  tests: Tests,
  identities: readonly unknown[],
): Interpretation {
  const meanings = values.map((value) => meaningOf(value, tests));
  const worst = WORST_FIRST.find((meaning) => meanings.includes(meaning));
  const detail = detailOf(values[worst === undefined ? 0 : meanings.indexOf(worst)]);
  if (more && worst !== "down") return notUnderstood("too_costly");
  if (worst === "both") return notUnderstood("both_results", detail);
  if (worst === undefined || worst === "other") return notUnderstood("neither_result", detail);
  const alerts = alertsOf(values, meanings, identities);
  return { ...understoodAs(worst, detail), alerts };
}

/**
 * One for each of the values, or one for all where the expression finds no more than one: an alert
 * without its own identity would never end.
 */
async function identitiesIn(
  record: unknown,
  expression: string | undefined,
  { tenant, count }: { tenant: string; count: number },
): Promise<readonly unknown[] | UnclearReason> {
  if (!expression) return [];
  const compiled = await compileJsonpath(expression);
  if ("problem" in compiled) return "bad_expression";
  const found = await search(compiled.query, { expression, record }, tenant);
  if (!found || found.more) return "too_costly";
  const { values } = found;
  const isComplete = compiled.query.singularQuery() ? values.length === 1 : values.length === count;
  return isComplete && values.every((one) => saysSomething(one, {})) ? values : "other_identities";
}

/**
 * Reads a call by a JSONPath expression (RFC 9535). The expected result means up, a configured down
 * result means down; without one every other value does. The worst of several values counts.
 * @param tenant expressions of one tenant wait for each other
 */
export async function readByJsonpath(
  { record, is_text }: Call,
  settings: JsonpathSettings,
  tenant: string,
): Promise<Interpretation> {
  const { jsonpath: expression, expected_result: expected, down_result, comparison } = settings;
  if (!expression || expected === null) return notUnderstood("no_expression");
  if (is_text) return notUnderstood("not_json");
  if (record === undefined) return notUnderstood("too_deep");
  const compiled = await compileJsonpath(expression);
  if ("problem" in compiled) return notUnderstood("bad_expression", compiled.problem);
  const up = await testFor(comparison, expected);
  const down = down_result === undefined ? null : await testFor(comparison, down_result);
  if (!up || (down_result !== undefined && !down)) return notUnderstood("bad_expression");
  const result = await search(compiled.query, { expression, record }, tenant);
  if (result === null) return notUnderstood("too_costly");
  if (result.values.length === 0) return notUnderstood("no_match", expression);
  const count = result.values.length;
  const identities = await identitiesIn(record, settings.identity, { tenant, count });
  if (typeof identities === "string") return notUnderstood(identities, settings.identity);
  return outcomeOf(result, { up, down, expected }, identities);
}
