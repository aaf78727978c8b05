import { AppError } from "#lib/platform/errors/errors.ts";

/**
 * 429: what somebody did too often.
 * @param seconds until it may be done again
 */
export function tooOften(message: string, seconds: number): AppError {
  const values = { minutes: Math.ceil(seconds / 60) };
  return new AppError("rate_limited", message, { base: [{ code: "too_often", values }] }, seconds);
}
