import { fromWire, secondsBetween, toWire } from "#lib/platform/clock.ts";

/**
 * Seconds until the first of some changes (wire times) or the end of the day in the page's zone: 1
 * to `most`.
 */
export function secondsUntilChange(
  now: string,
  zone: string,
  changes: readonly (string | null)[],
  most: number,
): number {
  const midnight = fromWire(now).toZonedDateTimeISO(zone).add({ days: 1 }).startOfDay().toInstant();
  const ahead = [toWire(midnight), ...changes]
    .map((change) => (change === null ? 0 : secondsBetween(now, change)))
    .filter((seconds) => seconds > 0);
  return Math.max(1, Math.min(most, ...ahead));
}
