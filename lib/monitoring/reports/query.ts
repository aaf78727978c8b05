import { isDeepStrictEqual } from "node:util";
import type { JSONPathQuery, JSONValue } from "json-p3";
import { runApart } from "#lib/monitoring/reports/apart.ts";
import type { Call } from "#lib/monitoring/reports/call.ts";
import { type Outcome, says, unclear } from "#lib/monitoring/reports/outcome.ts";
import type { Found } from "#lib/monitoring/reports/search.ts";

const MAX_EXPRESSION = 255;

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

/** Of records only that they are some: nobody knows what is in them. */
function told(value: unknown): string {
  if (typeof value !== "object" || value === null) return String(value);
  return Array.isArray(value) ? "[…]" : "{…}";
}

type Compiled = { query: JSONPathQuery } | { refusal: Outcome };

async function compiled(expression: string): Promise<Compiled> {
  if (expression.length > MAX_EXPRESSION) return { refusal: unclear("bad_expression") };
  const { JSONPathEnvironment, JSONPathError } = await import("json-p3");
  try {
    return { query: new JSONPathEnvironment().compile(expression) };
  } catch (error) {
    if (error instanceof JSONPathError)
      return { refusal: unclear("bad_expression", error.message) };
    throw error;
  }
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

type Settings = { jsonpath: string | null; expected_result: string | null };

/**
 * Reads a call by an expression of JSONPath (RFC 9535): up when a value that it finds is the
 * expected one, down when it finds others only. Without any match nothing is known.
 * @param whose expression it is: each has its turn
 */
export async function readByQuery(
  { record }: Call,
  settings: Settings,
  whose: string,
): Promise<Outcome> {
  const { jsonpath: expression, expected_result: expected } = settings;
  if (!expression || expected === null) return unclear("no_expression");
  if (record === undefined) return unclear("too_deep");
  const found = await compiled(expression);
  if ("refusal" in found) return found.refusal;
  const result = await search(found.query, { expression, record }, whose);
  if (result === null) return unclear("too_costly");
  const [first] = result.values;
  if (result.values.length === 0) return unclear("no_match", expression);
  const hit = result.values.find((value) => isExpected(value, expected));
  if (hit !== undefined) return says("up", told(hit));
  return result.more ? unclear("too_costly") : says("down", told(first));
}
