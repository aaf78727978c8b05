import { authorize } from "#lib/core/access/authorize.ts";
import type { Context } from "#lib/core/request/context.ts";
import { changePage } from "#lib/core/transaction/change.ts";
import { deleteMetricRow } from "#lib/services/metrics/queries.ts";
import type { MetricTarget } from "#lib/services/metrics/read.ts";

/**
 * Deletes a metric with everything that was measured.
 * @throws {AppError} `not_found`, `forbidden`
 */
export async function deleteMetric(ctx: Context, target: MetricTarget): Promise<void> {
  const grant = await authorize(ctx, "metric.write", target);
  await changePage(ctx, grant, async (trx, _page, withdraw) => {
    const { id, title } = await deleteMetricRow(trx, grant, target.metric_id);
    withdraw("content");
    return {
      result: undefined,
      audit: { action: "metric.delete", subject_id: id, changes: { title } },
      events: [],
    };
  });
}
