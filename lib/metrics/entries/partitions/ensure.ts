import type { Db } from "#db/index.ts";
import { toWire } from "#lib/clock.ts";
import { createPartition } from "#lib/metrics/entries/partitions/queries.ts";
import { spansOf, WEEK_SECONDS } from "#lib/metrics/entries/times.ts";

const known = new WeakMap<Db, Set<number>>();

function dayOf(time_s: number): string {
  return toWire(new Date(time_s * 1_000)).slice(0, 10);
}

/** Makes the weekly partitions that these times (Unix seconds) belong to, unless they are there. */
export async function ensurePartitions(db: Db, times: number[]): Promise<void> {
  const made = known.get(db) ?? new Set();
  known.set(db, made);
  for (const week of spansOf(times, WEEK_SECONDS)) {
    if (made.has(week)) continue;
    await createPartition(db, dayOf(week), dayOf(week + WEEK_SECONDS));
    made.add(week);
  }
}
