import { authorize } from "#lib/core/access/authorize.ts";
import type { Context } from "#lib/core/request/context.ts";
import { changePage } from "#lib/core/transaction/change.ts";
import { takesBack } from "#lib/core/transaction/texts.ts";
import { wireNow } from "#lib/platform/clock.ts";
import { deletePull } from "#lib/services/metric-imports/queries.ts";
import { getMetricRow, type MetricRow, updateMetricRow } from "#lib/services/metrics/queries.ts";
import type { MetricTarget } from "#lib/services/metrics/read.ts";
import { checkSource, hasMoved } from "#lib/services/metrics/rules.ts";
import type { Metric, UpdateMetric } from "#lib/services/metrics/schema.ts";
import { serializeMetric } from "#lib/services/metrics/serialize.ts";

function isShown({ visible, enabled }: MetricRow): boolean {
  return visible && enabled;
}

/**
 * Changes the given fields of a metric.
 * @throws {AppError} `not_found`, `forbidden`, `invalid`
 */
export async function updateMetric(
  ctx: Context,
  target: MetricTarget,
  input: UpdateMetric,
): Promise<Metric> {
  const grant = await authorize(ctx, "metric.write", target);
  return changePage(ctx, grant, async (trx, _page, withdraw) => {
    const before = await getMetricRow(trx, grant, target.metric_id);
    const { id } = before;
    await checkSource(trx, grant, input);
    const row = await updateMetricRow(trx, grant, id, { ...input, updated_at: wireNow() });
    if (hasMoved(before, row)) await deletePull(trx, grant, id);
    const isMoved = before.service_id !== row.service_id;
    if (takesBack(before, row) || (isShown(before) && (!isShown(row) || isMoved)))
      withdraw("content");
    return {
      result: serializeMetric(row),
      audit: {
        action: "metric.update",
        subject_id: id,
        changes: input,
        before: serializeMetric(before),
      },
      events: [],
      was: { result: serializeMetric(before), hidden: [before, row] },
    };
  });
}
