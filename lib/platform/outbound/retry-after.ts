import { DAY_SECONDS } from "#lib/platform/clock.ts";

/**
 * What the header `Retry-After` asks for: seconds, or a date.
 * @returns seconds from now, at most a day; 0 without a header that makes sense
 */
export function retryAfter_s(header: string | undefined, now: Date): number {
  if (!header) return 0;
  const asked = /^\d+(\.\d+)?$/.test(header.trim())
    ? Number(header)
    : (Date.parse(header) - now.getTime()) / 1_000;
  return Number.isFinite(asked) ? Math.min(Math.max(0, Math.ceil(asked)), DAY_SECONDS) : 0;
}
