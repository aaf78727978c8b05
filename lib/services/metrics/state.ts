import { secondsBetween } from "#lib/platform/clock.ts";

const FRESH_SECONDS = 3_600;

/** A metric is active when it is enabled and its last entry is younger than an hour. */
export function metricStatus(
  enabled: boolean,
  latest_entry_at: string | null,
  now: string,
): "active" | "inactive" {
  return enabled && latest_entry_at !== null && secondsBetween(latest_entry_at, now) < FRESH_SECONDS
    ? "active"
    : "inactive";
}
