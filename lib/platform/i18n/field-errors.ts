import type site from "#locales/en/site.json";

export type FieldErrorCode = keyof (typeof site)["field_errors"];

/** A key of the catalogue's `field_errors`, with the values of its text. */
export type FieldError = { code: FieldErrorCode; values?: Record<string, string | number> };
