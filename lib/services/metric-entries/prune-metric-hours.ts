import { database } from "#db/index.ts";
import { DAY_SECONDS, now, toWire } from "#lib/platform/clock.ts";
import { deleteHoursBefore } from "#lib/services/metric-entries/queries.ts";
import { retainedFrom } from "#lib/services/metric-entries/rules.ts";

// Clocks of other processes may be slow.
const SLACK_SECONDS = DAY_SECONDS;

export async function pruneMetricHours(): Promise<void> {
  const { hours } = retainedFrom(now().getTime() / 1_000);
  await deleteHoursBefore(database(), toWire(new Date((hours - SLACK_SECONDS) * 1_000)));
}
