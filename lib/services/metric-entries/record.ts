import type { Trx } from "#db/index.ts";
import { authorize, type PageGrant } from "#lib/core/access/authorize.ts";
import type { Context } from "#lib/core/request/context.ts";
import { changeRecords } from "#lib/core/transaction/change.ts";
import { now } from "#lib/platform/clock.ts";
import {
  addToRollup,
  DAYS,
  HOURS,
  recomputeDays,
  recomputeHours,
  recordLatestEntry,
  upsertEntries,
} from "#lib/services/metric-entries/queries.ts";
import { checkTimes, latestPerTime, splitByAge } from "#lib/services/metric-entries/rules.ts";
import type { Entry, RecordEntry } from "#lib/services/metric-entries/schema.ts";
import type { MetricTarget } from "#lib/services/metrics/metrics.ts";

const timesOf = (entries: Entry[]) => entries.map(({ time }) => time);

/**
 * Stores entries by age. Where raw entries or hours are already deleted, an entry is added to the
 * sum: it can no longer be recomputed.
 * @throws {AppError} `not_found`
 */
export async function saveEntries(
  trx: Trx,
  grant: PageGrant,
  metricId: number,
  { raw, hours, days }: ReturnType<typeof splitByAge>,
): Promise<void> {
  if (raw.length > 0) await upsertEntries(trx, grant, metricId, raw);
  else await recordLatestEntry(trx, grant, metricId, Math.max(...timesOf([...hours, ...days])));
  await recomputeHours(trx, grant, metricId, timesOf(raw));
  await addToRollup(HOURS, trx, grant, metricId, hours);
  await recomputeDays(trx, grant, metricId, timesOf([...raw, ...hours]));
  await addToRollup(DAYS, trx, grant, metricId, days);
}

/**
 * Records one entry or several. An entry replaces one with the same time; its default time is now.
 * Measurements are not audited, and cached pages show them when they expire.
 * @throws {AppError} `not_found`, `forbidden`, `invalid` for times over an hour ahead
 */
export async function recordEntries(
  ctx: Context,
  target: MetricTarget,
  input: RecordEntry | RecordEntry[],
): Promise<Entry | Entry[]> {
  const grant: PageGrant = await authorize(ctx, "metric.write", target);
  const now_s = Math.floor(now().getTime() / 1_000);
  const isList = Array.isArray(input);
  const given = (isList ? input : [input]).map(({ time = now_s, value }) => ({ time, value }));
  checkTimes(given, now_s, (index) => (isList ? `entries.${index}.time` : "time"));
  const entries = latestPerTime(given);
  return changeRecords(ctx, grant, async (trx) => {
    await saveEntries(trx, grant, target.metric_id, splitByAge(entries, now_s));
    return { result: isList ? entries : (entries[0] as Entry), audit: null, events: [] };
  });
}
