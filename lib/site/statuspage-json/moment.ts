import { fromWire } from "#lib/platform/clock.ts";
import { memoized } from "#lib/platform/memoized.ts";

const MAX_REMEMBERED = 1_000;
const MILLISECONDS = { smallestUnit: "millisecond", timeZoneName: "never" } as const;

const isUtc = memoized(MAX_REMEMBERED, (zone = ""): boolean => {
  const utc = Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO("UTC");
  return utc.withTimeZone(zone).equals(utc);
});

/**
 * A wire time as Statuspage writes it: with milliseconds, in the page's zone and with its offset;
 * `Z` where the zone is UTC.
 */
export function momentIn(zone: string, time: string): string {
  if (isUtc(zone)) return `${time}.000Z`;
  return fromWire(time).toZonedDateTimeISO(zone).toString(MILLISECONDS);
}

/** The last of some wire times. */
export function latest(...times: string[]): string {
  return times.toSorted().at(-1) ?? "";
}
