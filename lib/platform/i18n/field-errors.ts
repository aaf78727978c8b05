import type texts from "#locales/en/field_errors.json";

export type FieldErrorCode = keyof typeof texts;

/**
 * Why a field was refused: a key of the catalogue's `field_errors`, with the values its text needs.
 */
export type FieldError = { code: FieldErrorCode; values?: Record<string, string | number> };
