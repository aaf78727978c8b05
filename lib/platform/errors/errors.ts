import type { FieldError } from "#lib/platform/i18n/field-errors.ts";

type ErrorCode =
  | "bad_request"
  | "unauthorized"
  | "forbidden"
  | "not_found"
  | "method_not_allowed"
  | "conflict"
  | "moving"
  | "moved"
  | "precondition_failed"
  | "too_large"
  | "invalid"
  | "not_understood"
  | "rate_limited"
  | "too_slow"
  | "not_implemented"
  | "unavailable";

export const STATUS: Record<ErrorCode, number> = {
  bad_request: 400,
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  moving: 409,
  moved: 308,
  precondition_failed: 412,
  too_large: 413,
  invalid: 422,
  not_understood: 422,
  rate_limited: 429,
  too_slow: 408,
  not_implemented: 501,
  unavailable: 503,
};

/** By dotted path (`updates.0.description`); errors of the whole record under `base`. */
export type FieldErrors = Record<string, FieldError[]>;

/** The caller's fault, not the program's. Each edge maps it once. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly fields: FieldErrors;
  /** Null: nobody knows when to retry. */
  readonly retry_after_s: number | null;

  constructor(
    code: ErrorCode,
    message: string,
    fields: FieldErrors = {},
    retry_after_s: number | null = null,
  ) {
    super(message);
    this.code = code;
    this.fields = fields;
    this.retry_after_s = retry_after_s;
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

/** A failure that tried several addresses has a code, but no message. */
export function reasonOf(error: Error & { code?: string }): string {
  return error.message || (error.code ?? error.name);
}
