import type { z } from "zod";
import { type AppError, type FieldErrors, invalid } from "#lib/platform/errors/errors.ts";
import type { FieldError } from "#lib/platform/i18n/field-errors.ts";

const EXPECTED: Record<string, string> = {
  string: "a text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  record: "an object",
};

function fieldError(issue: z.core.$ZodIssue): FieldError {
  if (issue.message === "blank") return { code: "blank" };
  switch (issue.code) {
    case "custom":
      return (issue.params as FieldError | undefined) ?? { code: "invalid" };
    case "invalid_type":
      return {
        code: "wrong_type",
        values: { expected: EXPECTED[issue.expected] ?? issue.expected },
      };
    case "too_big":
      if (issue.origin === "string")
        return { code: "too_long", values: { max: Number(issue.maximum) } };
      return {
        code: issue.origin === "array" ? "too_many" : "too_large",
        values: { max: Number(issue.maximum) },
      };
    case "too_small":
      return { code: "too_small", values: { min: Number(issue.minimum) } };
    case "invalid_value":
      return {
        code: "not_one_of",
        values: { allowed: issue.values.filter((value) => value !== "" && value !== 0).join(", ") },
      };
    case "invalid_key":
      return issue.issues[0] ? fieldError(issue.issues[0]) : { code: "invalid" };
    case "invalid_union":
      return union(issue);
    case "invalid_format":
      if (issue.format !== "date") return { code: "invalid" };
      return { code: "wrong_type", values: { expected: "a day like 2026-11-20" } };
    default:
      return { code: "invalid" };
  }
}

function union(issue: z.core.$ZodIssueInvalidUnion): FieldError {
  if ("options" in issue && issue.options)
    return { code: "not_one_of", values: { allowed: issue.options.join(", ") } };
  const [first] = issue.errors.flat();
  return first ? fieldError(first) : { code: "invalid" };
}

export function fieldErrors(error: z.core.$ZodError): FieldErrors {
  const fields: FieldErrors = {};
  for (const issue of error.issues) {
    const path = issue.path.map(String).join(".") || "base";
    fields[path] = [...(fields[path] ?? []), fieldError(issue)];
  }
  return fields;
}

/** @throws {AppError} `invalid`, with the errors by field path */
export function parseInput<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  throw invalid(fieldErrors(parsed.error)) satisfies AppError;
}

type Parent = Record<PropertyKey, unknown> | undefined;

/** Whether untyped clients send this value for an unset field. */
export function isZero(value: unknown): boolean {
  const isEmpty =
    typeof value === "object" &&
    value !== null &&
    !Array.isArray(value) &&
    Object.keys(value).length === 0;
  return value === "" || value === 0 || value === false || isEmpty;
}

const WRONG_TYPE = ["invalid_type", "invalid_value", "invalid_union"];

/** Turns refused `""`, 0, `{}` and false into null. @returns whether there was any */
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
