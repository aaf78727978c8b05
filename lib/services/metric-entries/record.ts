import type { Trx } from "#db/index.ts";
import { authorize, type PageGrant } from "#lib/core/access/authorize.ts";
import type { Context } from "#lib/core/request/context.ts";
import { recordFacts } from "#lib/core/transaction/change.ts";
import { now } from "#lib/platform/clock.ts";
import {
  addTo,
  DAYS,
  HOURS,
  noteEntries,
  recomputeDays,
  recomputeHours,
  upsertEntries,
} from "#lib/services/metric-entries/queries.ts";
import { byAge, checkTimes, lastOfEachTime } from "#lib/services/metric-entries/rules.ts";
import type { Entry, RecordEntry } from "#lib/services/metric-entries/schema.ts";
import type { MetricTarget } from "#lib/services/metrics/metrics.ts";

const timesOf = (entries: Entry[]) => entries.map(({ time }) => time);

/**
 * Writes entries, each of another time, by their age: where raw entries are gone, or hours, nothing
 * can be recomputed, and such entries are added.
 * @throws {AppError} `not_found`
 */
export async function keepEntries(
  trx: Trx,
  grant: PageGrant,
  metricId: number,
  { raw, hours, days }: ReturnType<typeof byAge>,
): Promise<void> {
  if (raw.length > 0) await upsertEntries(trx, grant, metricId, raw);
  else await noteEntries(trx, grant, metricId, Math.max(...timesOf([...hours, ...days])));
  await recomputeHours(trx, grant, metricId, timesOf(raw));
  await addTo(HOURS, trx, grant, metricId, hours);
  await recomputeDays(trx, grant, metricId, timesOf([...raw, ...hours]));
  await addTo(DAYS, trx, grant, metricId, days);
}

/**
 * Records an entry of a metric, or several; one of the same time replaces the one before, and one
 * without a time is of now.
 * Measurements are no changes to a page: they are not audited, and cached copies of the page show
 * them when they expire.
 * @throws {AppError} `not_found`, `forbidden`, `invalid` for times more than an hour ahead
 */
export async function recordEntries(
  ctx: Context,
  target: MetricTarget,
  input: RecordEntry | RecordEntry[],
): Promise<Entry | Entry[]> {
  const grant = await authorize(ctx, "metric.write", target);
  const now_s = Math.floor(now().getTime() / 1_000);
  const isList = Array.isArray(input);
  const given = (isList ? input : [input]).map(({ time = now_s, value }) => ({ time, value }));
  checkTimes(given, now_s, (index) => (isList ? `entries.${index}.time` : "time"));
  const entries = lastOfEachTime(given);
  return recordFacts(ctx, grant, async (trx) => {
    await keepEntries(trx, grant, target.metric_id, byAge(entries, now_s));
    return { result: isList ? entries : (entries[0] as Entry), audit: null, events: [] };
  });
}
