import type { Db } from "#db/index.ts";
import type { PageGrant } from "#lib/core/access/authorize.ts";
import { DAY_SECONDS, later, wireNow } from "#lib/platform/clock.ts";
import { listMeasured, type Measured } from "#lib/services/check-history/queries.ts";
import type { Entry } from "#lib/services/metric-entries/schema.ts";
import type { DuePull } from "#lib/services/metric-imports/queries.ts";

const FIRST_S = 7 * DAY_SECONDS;
/** Results that come later than that are missing in the metric. */
const LATE_S = 600;
const MOST = 5_000;

/** A response time of a check that succeeded; or 100 where it did, and 0 where it failed. */
function entryOf({ time, outcome, response_ms }: Measured, type: DuePull["type"]): Entry[] {
  if (type === "up") return [{ time, value: outcome === "up" ? 100 : 0 }];
  return outcome === "up" && response_ms !== null ? [{ time, value: response_ms }] : [];
}

/** What the checks of a metric's service said since they were last read. */
export async function readChecks(
  db: Db,
  grant: PageGrant,
  { service_id, type, pulled_until }: DuePull,
): Promise<{ entries: Entry[]; until: string }> {
  const to = wireNow();
  const from = pulled_until ? later(pulled_until, -LATE_S) : later(to, -FIRST_S);
  const asked = { service_id: service_id ?? 0, from, to, limit: MOST };
  const measured = await listMeasured(db, grant, asked);
  const last = measured.at(-1);
  const isCut = measured.length === MOST && last !== undefined;
  const until = isCut ? later("1970-01-01T00:00:00", last.time) : to;
  return { entries: measured.flatMap((one) => entryOf(one, type)), until };
}
