import type texts from "#locales/en/field_errors.json";

export type FieldErrorCode = keyof typeof texts;

/** A key of the catalogue's `field_errors`, with the values of its text. */
export type FieldError = { code: FieldErrorCode; values?: Record<string, string | number> };
