import type { z } from "zod";

type Parent = Record<PropertyKey, unknown> | undefined;

/** Whether a value is what untyped clients send for a field that they do not set. */
export function isZero(value: unknown): boolean {
  const isEmpty =
    typeof value === "object" &&
    value !== null &&
    !Array.isArray(value) &&
    Object.keys(value).length === 0;
  return value === "" || value === 0 || value === false || isEmpty;
}

const WRONG_TYPE = ["invalid_type", "invalid_value", "invalid_union"];

/**
 * Clients send `""`, 0, `{}` or false for what they do not set, also where another type belongs:
 * what was refused for that becomes null.
 * @returns whether there was any
 */
export function unsetZeros(record: unknown, issues: readonly z.core.$ZodIssue[]): boolean {
  let found = false;
  for (const { code, path } of issues) {
    const key = path.at(-1);
    const parent = path
      .slice(0, -1)
      .reduce<unknown>((at, step) => (at as Parent)?.[step], record) as Parent;
    if (!parent || typeof key !== "string" || !WRONG_TYPE.includes(code) || !isZero(parent[key]))
      continue;
    parent[key] = null;
    found = true;
  }
  return found;
}
