import { authorize, type PageTarget } from "#lib/core/access/authorize.ts";
import type { Context } from "#lib/core/request/context.ts";
import { changePage } from "#lib/core/transaction/change.ts";
import { insertMetric, nextMetricOrder } from "#lib/services/metrics/queries.ts";
import { checkSource } from "#lib/services/metrics/rules.ts";
import type { CreateMetric, Metric } from "#lib/services/metrics/schema.ts";
import { serializeMetric } from "#lib/services/metrics/serialize.ts";

/**
 * Adds a metric, last on the page.
 * @throws {AppError} `not_found`, `forbidden`, `invalid`
 */
export async function createMetric(
  ctx: Context,
  target: PageTarget,
  input: CreateMetric,
): Promise<Metric> {
  const grant = await authorize(ctx, "metric.write", target);
  return changePage(ctx, grant, async (trx) => {
    await checkSource(trx, grant, input);
    const row = await insertMetric(trx, grant, {
      ...input,
      order: await nextMetricOrder(trx, grant),
    });
    return {
      result: serializeMetric(row),
      audit: { action: "metric.create", subject_id: row.id, changes: input },
      events: [],
    };
  });
}
