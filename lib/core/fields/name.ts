import type { z } from "zod";
import { emptyAsUnset, issue, limited, MAX_NAME, plainText } from "#lib/core/fields/text.ts";
import { type FieldErrors, invalid } from "#lib/platform/errors/errors.ts";

// Line breaks, control characters, and what turns the direction of the text that follows.
const REFUSED = "\\u0000-\\u001f\\u007f-\\u009f\\u2028-\\u202e\\u2066-\\u2069\\ud800-\\udfff";
const INVISIBLE =
  "\\s\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b-\\u200f\\u2060-\\u2065" +
  "\\u206a-\\u206f\\u2800\\u3164\\ufe00-\\ufe0f\\ufeff\\uffa0";
const PATTERN = `^([^${REFUSED}]*[^${INVISIBLE}${REFUSED}][^${REFUSED}]*)?$`;
const expected = new RegExp(PATTERN, "u");
const refused = new RegExp(`[${REFUSED}]+`, "gu");

/** One line that can be seen, or `""`: refused elsewhere, see `name`. */
export function singleLine(max = MAX_NAME) {
  return limited(max).meta({ pattern: PATTERN });
}

/**
 * A name or title: one line that can be seen. `""` and null mean not given. `requiring` refuses
 * others; of a record that exists they are refused only where they are new (`checkChangedNames`).
 */
export function name(max = MAX_NAME) {
  return singleLine(max).nullish().transform(emptyAsUnset);
}

const strict = (max: number) =>
  singleLine(max).refine((given) => expected.test(given), issue("bad_name"));

/** The name of something new, outside of `requiring`. */
export function newName(max = MAX_NAME) {
  return strict(max).nullish().transform(emptyAsUnset);
}

/** The same, where null becomes `""`. */
export function plainName(max = MAX_NAME) {
  return plainText(max, strict(max));
}

/** Keeps of a foreign text only characters that may stand in a name; perhaps `""`. */
export function sanitizeName(text: string): string {
  const line = text.replaceAll(refused, " ").trim();
  return expected.test(line) ? line : "";
}

export const NAMES = ["name", "title", "header_logo_text", "public_company_name"];

type Fields = { [field: string]: unknown };
const recordOf = (value: unknown) => (typeof value === "object" && value ? value : {}) as Fields;

/** @returns errors of names that are given and were not there before */
export function nameErrors(given: unknown, before: unknown, path = ""): FieldErrors {
  const [record, was] = [recordOf(given), recordOf(before)];
  const errors: FieldErrors = {};
  for (const field of NAMES) {
    const text = record[field];
    if (typeof text !== "string" || text === was[field] || expected.test(text)) continue;
    errors[path + field] = [{ code: text.trim() === "" ? "blank" : "bad_name" }];
  }
  if (path !== "") return errors;
  const [texts, earlier] = [recordOf(record.translations), recordOf(was.translations)];
  for (const [language, translated] of Object.entries(texts))
    Object.assign(errors, nameErrors(translated, earlier[language], `translations.${language}.`));
  return errors;
}

/** For `superRefine`. */
export function refineNames(given: unknown, ctx: z.RefinementCtx): void {
  for (const [path, [error]] of Object.entries(nameErrors(given, null)))
    if (error) ctx.addIssue({ code: "custom", path: path.split("."), ...issue(error.code) });
}

/** @throws {AppError} `invalid` where a change brings an invalid name */
export function checkChangedNames({
  changes,
  before,
}: {
  changes?: unknown;
  before?: object;
}): void {
  const errors = before ? nameErrors(changes, before) : {};
  if (Object.keys(errors).length > 0) throw invalid(errors);
}
