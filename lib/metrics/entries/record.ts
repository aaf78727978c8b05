import { authorize } from "#lib/auth/authorize.ts";
import { changeRecords } from "#lib/change.ts";
import { now } from "#lib/clock.ts";
import type { Context } from "#lib/context.ts";
import { ensurePartitions } from "#lib/metrics/entries/partitions/ensure.ts";
import { rollUp, upsertEntries } from "#lib/metrics/entries/queries.ts";
import type { Entry } from "#lib/metrics/entries/schema.ts";
import { checkTimes, lastOfEachTime } from "#lib/metrics/entries/times.ts";
import type { MetricTarget } from "#lib/metrics/read.ts";

/**
 * Records an entry of a metric, or several; one of the same time replaces the one before. Measurements are no changes to a page: they are not audited,
 * and cached copies of the page show them when they expire.
 * @throws {AppError} `not_found`, `forbidden`, `invalid` for times older than 100 days or more than an hour ahead
 */
export async function recordEntries(ctx: Context, target: MetricTarget, input: Entry | Entry[]): Promise<Entry | Entry[]> {
  const grant = await authorize(ctx, "metric.write", target);
  const given = Array.isArray(input) ? input : [input];
  checkTimes(given, Math.floor(now().getTime() / 1_000), (index) => (given === input ? `entries.${index}.time` : "time"));
  const entries = lastOfEachTime(given);
  const times = entries.map(({ time }) => time);
  await ensurePartitions(ctx.db, times);
  return changeRecords(ctx, grant, async (trx) => {
    await upsertEntries(trx, grant, target.metric_id, entries);
    await rollUp(trx, grant, target.metric_id, times);
    return given === input ? entries : input;
  });
}
