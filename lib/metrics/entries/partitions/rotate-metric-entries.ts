import { database } from "#db/index.ts";
import { DAY_SECONDS, later, now, wireNow } from "#lib/clock.ts";
import { ensurePartitions } from "#lib/metrics/entries/partitions/ensure.ts";
import { deleteHoursBefore, dropPartition, listPartitions } from "#lib/metrics/entries/partitions/queries.ts";
import { RAW_DAYS, WEEK_SECONDS } from "#lib/metrics/entries/times.ts";

const HOUR_DAYS = 400;
// Entries that were accepted a moment ago may still be on their way.
const SLACK_DAYS = 1;

/** Makes the partitions of the weeks to come and drops those whose entries are all older than 100 days. Days are kept for good, hours 400 days. */
export async function rotateMetricEntries(): Promise<void> {
  const db = database();
  const now_s = now().getTime() / 1_000;
  const day = (days_ago: number) => later(wireNow(), -days_ago * DAY_SECONDS);
  await ensurePartitions(
    db,
    [0, 1, 2].map((weeks) => now_s + weeks * WEEK_SECONDS),
  );
  const kept_from = day(RAW_DAYS + SLACK_DAYS + WEEK_SECONDS / DAY_SECONDS);
  for (const partition of await listPartitions(db)) {
    if (partition.from_day < kept_from) await dropPartition(db, partition);
  }
  await deleteHoursBefore(db, day(HOUR_DAYS));
}
