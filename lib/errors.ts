import type { FieldError } from "#lib/i18n/field-errors.ts";

export type ErrorCode =
  | "bad_request"
  | "unauthorized"
  | "forbidden"
  | "not_found"
  | "method_not_allowed"
  | "conflict"
  | "precondition_failed"
  | "too_large"
  | "invalid"
  | "rate_limited"
  | "unavailable";

/** Field errors by dotted path (`updates.0.description`); whole-record errors under `base`. */
export type FieldErrors = Record<string, FieldError[]>;

/** What a verb throws when the caller, not the program, is at fault. Each edge maps it once (API: lib/api/errors.ts, forms: lib/actions.ts). */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly fields: FieldErrors;

  constructor(code: ErrorCode, message: string, fields: FieldErrors = {}) {
    super(message);
    this.code = code;
    this.fields = fields;
  }
}

/** 404: the thing does not exist, or the caller may not know that it does. */
export function notFound(): AppError {
  return new AppError("not_found", "Not found");
}

/** 422: the input was understood and refused. */
export function invalid(fields: FieldErrors): AppError {
  return new AppError("invalid", "Validation failed", fields);
}
