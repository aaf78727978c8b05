import { database } from "#db/index.ts";
import { DAY_SECONDS, now, toWire } from "#lib/platform/clock.ts";
import { deleteHoursBefore } from "#lib/services/metric-entries/queries.ts";
import { keptFrom } from "#lib/services/metric-entries/rules.ts";

// Of other processes' clocks the slowest may be behind.
const SLACK_SECONDS = DAY_SECONDS;

/** Hours of metrics are kept 400 days; days for good. */
export async function pruneMetricHours(): Promise<void> {
  const { hours } = keptFrom(now().getTime() / 1_000);
  await deleteHoursBefore(database(), toWire(new Date((hours - SLACK_SECONDS) * 1_000)));
}
