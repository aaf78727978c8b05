import { z } from "zod";
import { withoutComments } from "#lib/core/markdown/source.ts";
import type { FieldError, FieldErrorCode } from "#lib/platform/i18n/field-errors.ts";

// Existing clients send "", 0 or null for unset fields. undefined means not given: a create uses
// the default, an update keeps the value.

export const MAX_NAME = 255;
export const MAX_DESCRIPTION = 65_536;
export const MAX_CODE = 262_144;
export const MAX_URL = 2_048;
export const MAX_EMAIL = 254;

export function issue(
  code: FieldErrorCode,
  values?: FieldError["values"],
): { message: string; params: FieldError } {
  return { message: code, params: { code, values } };
}

// Refuses lone surrogates, which UTF-8 lacks, and NUL, which PostgreSQL refuses.
export const UNSTORABLE = "\\u0000\\ud800-\\udfff";

function hasAtMost(max: number, text: string): boolean {
  if (text.length <= max) return true;
  return text.length <= 2 * max && [...text].length <= max;
}

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

export function matching(max: number, pattern: string, ...refusal: Parameters<typeof issue>) {
  const whole = `^(?:${pattern})?$`;
  const expected = new RegExp(whole, "u");
  return limited(max)
    .refine((text) => expected.test(text), { ...issue(...refusal), abort: true })
    .meta({ pattern: whole });
}

export const emptyAsNull = (text: string | null) => (text === "" ? null : text);
export const emptyAsUnset = (text: string | null | undefined) => text || undefined;

/** Nothing but blanks is refused: readers would see an empty line. */
export function text(max: number) {
  return limited(max)
    .refine((given) => given === "" || given.trim() !== "", issue("blank"))
    .meta({ pattern: `^([^${UNSTORABLE}]*[^\\s${UNSTORABLE}][^${UNSTORABLE}]*)?$` })
    .nullish()
    .transform(emptyAsUnset);
}

/** Markdown for visitors: API, webhooks and feeds hand out the source, so comments go. */
export function publicText<Given extends string | null | undefined>(given: Given) {
  return given ? withoutComments(given) : given;
}

export function markdown(max: number) {
  return text(max)
    .transform(publicText)
    .refine((shown) => shown === undefined || shown.trim() !== "", issue("blank"));
}

export function optionalText(max: number, schema = limited(max)) {
  return schema.nullable().transform(emptyAsNull).optional();
}

/** Null becomes `""`. */
export function plainText(max: number, schema = limited(max)) {
  return schema.nullish().transform((value) => (value === null ? "" : value));
}

const MAX_WORDS = 100;

/** Unique words; null means not given. */
export function words(max: number) {
  return z
    .array(limited(max))
    .max(MAX_WORDS)
    .nullish()
    .transform((list) => (list ? [...new Set(list)].filter((word) => word !== "") : undefined));
}

/** `""` and null mean not given. */
export function digits(max: number) {
  return matching(max, "[0-9]+", "digits").nullish().transform(emptyAsUnset);
}
