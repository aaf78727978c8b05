import { z } from "zod";
import type { FieldError, FieldErrorCode } from "#lib/platform/i18n/field-errors.ts";

// Existing clients send "", 0 or null for what they do not set; each field in this folder says
// what that means. undefined = not given: a create then uses the default or asks for it, an update
// leaves the value as it is.

export const MAX_NAME = 255;
export const MAX_DESCRIPTION = 65_536;
export const MAX_CODE = 262_144;
export const MAX_URL = 2_048;
export const MAX_EMAIL = 254;

/** A zod issue that carries one of our texts. */
export function issue(
  code: FieldErrorCode,
  values?: FieldError["values"],
): { message: string; params: FieldError } {
  return { message: code, params: { code, values } };
}

// What no text may have: UTF-8 has no lone surrogates, PostgreSQL no NUL. In patterns.
export const UNSTORABLE = "\\u0000\\ud800-\\udfff";

function hasAtMost(max: number, text: string): boolean {
  if (text.length <= max) return true;
  return text.length <= 2 * max && [...text].length <= max;
}

/** A text of at most so many characters, counted as JSON Schema does: code points. */
export function limited(max: number) {
  return z
    .string()
    .refine((text) => text.isWellFormed() && !text.includes("\0"), {
      ...issue("bad_characters"),
      abort: true,
    })
    .refine((text) => hasAtMost(max, text), { ...issue("too_long", { max }), abort: true })
    .meta({ maxLength: max, pattern: `^[^${UNSTORABLE}]*$` });
}

/** A text that is empty or matches a pattern, which the document has, too. */
export function matching(max: number, pattern: string, ...refusal: Parameters<typeof issue>) {
  const whole = `^(?:${pattern})?$`;
  const expected = new RegExp(whole, "u");
  return limited(max)
    .refine((text) => expected.test(text), { ...issue(...refusal), abort: true })
    .meta({ pattern: whole });
}

export const emptyAsNull = (text: string | null) => (text === "" ? null : text);
export const emptyAsUnset = (text: string | null | undefined) => text || undefined;

/** A text that a record cannot do without. */
export function text(max: number) {
  return limited(max).nullish().transform(emptyAsUnset);
}

/** A text that may be null. */
export function optionalText(max: number) {
  return limited(max).nullable().transform(emptyAsNull).optional();
}

/** A text that may be empty; null is `""` too. */
export function plainText(max: number) {
  return limited(max)
    .nullish()
    .transform((value) => (value === null ? "" : value));
}

const MAX_WORDS = 100;

/** A list of words, each once and none empty; null means not given. */
export function words(max: number) {
  return z
    .array(limited(max))
    .max(MAX_WORDS)
    .nullish()
    .transform((list) => (list ? [...new Set(list)].filter((word) => word !== "") : undefined));
}

/** A text of digits; `""` and null mean not given. */
export function digits(max: number) {
  return matching(max, "[0-9]+", "digits").nullish().transform(emptyAsUnset);
}
