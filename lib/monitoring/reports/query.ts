import { isDeepStrictEqual } from "node:util";
import type { JSONPathQuery, JSONValue } from "json-p3";
import type { z } from "zod";
import { runApart } from "#lib/monitoring/reports/apart.ts";
import { type Call, isPlaceholder } from "#lib/monitoring/reports/call.ts";
import { type Outcome, says, unclear } from "#lib/monitoring/reports/outcome.ts";
import type { Found } from "#lib/monitoring/reports/search.ts";
import { compileJsonpath } from "#lib/services/jsonpath.ts";
import type { JsonpathSettings } from "#lib/services/schema.ts";

/** A result as it was written for us: JSON, or else a text. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Whether a value is what is expected: compared as JSON, then as texts in whichever case. */
export function isExpected(value: unknown, expected: string): boolean {
  const json = jsonOf(expected);
  if (isDeepStrictEqual(value, json)) return true;
  if (typeof value === "object" || typeof json === "object") return false;
  return String(value).trim().toLowerCase() === String(json).trim().toLowerCase();
}

/** Whether a value can be compared at all: a record only with a record. */
function saysSomething(value: unknown, expected: unknown): boolean {
  if (typeof value === "object")
    return typeof expected === "object" && Object.keys(value ?? {}).length > 0;
  return typeof value !== "string" || !(value.trim() === "" || isPlaceholder(value));
}

// Such as Checkly's ALERT_SSL.
const CERTIFICATE = /^(?:alert[_ -])?(?:ssl|certificate)(?:[_ -]expir\w*)?$/i;

// Of several values the worst counts.
const WORST_FIRST = ["down", "other", "certificate", "up"] as const;
type Meaning = (typeof WORST_FIRST)[number] | "nothing";

function meaningOf(value: unknown, expected: string, down: string | undefined): Meaning {
  if (isExpected(value, expected)) return "up";
  if (down !== undefined && isExpected(value, down)) return "down";
  if (!saysSomething(value, jsonOf(expected))) return "nothing";
  if (down !== undefined) return "other";
  return CERTIFICATE.test(String(value).trim()) ? "certificate" : "down";
}

/** Of records only that they are some: nobody knows what is in them. */
function told(value: unknown): string {
  if (typeof value !== "object" || value === null) return String(value);
  return Array.isArray(value) ? "[…]" : "{…}";
}

/**
 * Searches where names and indexes alone lead to one place, at once; everything else, which may
 * cost any time, apart.
 */
async function search(query: JSONPathQuery, asked: Search, whose: string): Promise<Found | null> {
  if (!query.singularQuery()) return runApart({ search: asked }, whose);
  const value = query.match(asked.record as JSONValue)?.value;
  return value === undefined ? { values: [], more: false } : { values: [value], more: false };
}

export type Search = { expression: string; record: unknown };

type Settings = z.output<typeof JsonpathSettings>;

function outcomeOf({ values, more }: Found, expected: string, down: string | undefined): Outcome {
  const meanings = values.map((value) => meaningOf(value, expected, down));
  const worst = WORST_FIRST.find((meaning) => meanings.includes(meaning));
  const detail = told(values[worst === undefined ? 0 : meanings.indexOf(worst)]);
  if (more && worst !== "down") return unclear("too_costly");
  if (worst === undefined || worst === "other") return unclear("neither_result", detail);
  return says(worst, detail);
}

/**
 * Reads a call by an expression of JSONPath (RFC 9535). The expected result is up. A named down
 * result is down; without one, every other value that says something. The worst of several values
 * wins; where none says anything, nothing is known.
 * @param whose expression it is: each has its turn
 */
export async function readByQuery(
  { record }: Call,
  { jsonpath: expression, expected_result: expected, down_result: down }: Settings,
  whose: string,
): Promise<Outcome> {
  if (!expression || expected === null) return unclear("no_expression");
  if (record === undefined) return unclear("too_deep");
  const compiled = await compileJsonpath(expression);
  if ("problem" in compiled) return unclear("bad_expression", compiled.problem);
  const result = await search(compiled.query, { expression, record }, whose);
  if (result === null) return unclear("too_costly");
  if (result.values.length === 0) return unclear("no_match", expression);
  return outcomeOf(result, expected, down);
}
