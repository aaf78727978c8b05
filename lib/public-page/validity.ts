import { fromWire, secondsBetween, toWire } from "#lib/clock.ts";

type Timed = { starts_at: string; ends_at: string | null };

/** Seconds until something starts, ends, or the day ends in the page's zone: 1 to `most`. */
export function secondsUntilChange(now: string, zone: string, things: readonly Timed[], most: number): number {
  const midnight = fromWire(now).toZonedDateTimeISO(zone).add({ days: 1 }).startOfDay().toInstant();
  const changes = [
    toWire(midnight),
    ...things.flatMap(({ starts_at, ends_at }) => (ends_at === null ? [starts_at] : [starts_at, ends_at])),
  ];
  const ahead = changes.map((change) => secondsBetween(now, change)).filter((seconds) => seconds > 0);
  return Math.max(1, Math.min(most, ...ahead));
}
