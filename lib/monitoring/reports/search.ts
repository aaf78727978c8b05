import { JSONPathEnvironment, type JSONValue } from "json-p3";
import type { Search } from "#lib/monitoring/reports/query.ts";

const MOST = 1_000;

/** `more`: there are more than these. */
export type Found = { values: unknown[]; more: boolean };

/** The values that an expression finds, as many as are looked at. */
export function findValues({ expression, record }: Search): Found {
  const matches = new JSONPathEnvironment().lazyQuery(expression, record as JSONValue);
  const values: unknown[] = [];
  for (const { value } of matches) {
    if (values.length === MOST) return { values, more: true };
    values.push(value);
  }
  return { values, more: false };
}
