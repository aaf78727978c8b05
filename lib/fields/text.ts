import { z } from "zod";
import type { FieldError, FieldErrorCode } from "#lib/i18n/field-errors.ts";

// Existing clients send "", 0 or null for what they do not set (decisions, section 1): each field in this folder says what that means.
// undefined = not given: a create then uses the default or asks for it, an update leaves the value as it is.

export const MAX_NAME = 255;
export const MAX_DESCRIPTION = 65_536;
export const MAX_CODE = 262_144;
export const MAX_URL = 2_048;
export const MAX_EMAIL = 254;

/** A zod issue that carries one of our texts. */
export function issue(code: FieldErrorCode, values?: FieldError["values"]): { message: string; params: FieldError } {
  return { message: code, params: { code, values } };
}

export function wellFormed<S extends z.ZodType<string>>(schema: S) {
  return schema.refine((text) => text.isWellFormed() && !text.includes("\0"), { ...issue("bad_characters"), abort: true });
}

export const emptyAsNull = (text: string | null) => (text === "" ? null : text);

/** A text that a record cannot do without. */
export function text(max: number) {
  return wellFormed(z.string().max(max))
    .nullish()
    .transform((value) => value || undefined);
}

/** A text that may be null. */
export function optionalText(max: number) {
  return wellFormed(z.string().max(max)).nullable().transform(emptyAsNull).optional();
}

/** A text that may be empty; null is `""` too. */
export function plainText(max: number) {
  return wellFormed(z.string().max(max))
    .nullish()
    .transform((value) => (value === null ? "" : value));
}

const MAX_WORDS = 100;

/** A list of words, each once and none empty; null means not given. */
export function words(max: number) {
  return z
    .array(wellFormed(z.string().max(max)))
    .max(MAX_WORDS)
    .nullish()
    .transform((list) => (list ? [...new Set(list)].filter((word) => word !== "") : undefined));
}

/** A text of digits; `""` and null mean not given. */
export function digits(max: number) {
  return z
    .string()
    .max(max)
    .nullish()
    .transform((value) => value || undefined)
    .refine((value) => value === undefined || /^\d+$/.test(value), issue("digits"));
}

export const language = z.string().regex(/^[a-z]{2,3}([-_][A-Za-z0-9]{2,8})*$/);

/** A language like `de` or `pt-BR`, or null. */
export function optionalLanguage() {
  return z
    .string()
    .max(35)
    .nullable()
    .transform(emptyAsNull)
    .refine((value) => value === null || /^[a-z]{2,3}([-_][a-z0-9]{2,8})*$/i.test(value), issue("invalid"))
    .optional();
}
