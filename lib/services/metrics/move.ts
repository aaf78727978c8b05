import { z } from "zod";
import { authorize } from "#lib/core/access/authorize.ts";
import type { Context } from "#lib/core/request/context.ts";
import { changePage } from "#lib/core/transaction/change.ts";
import { ordersOf } from "#lib/core/transaction/page-row-orders.ts";
import { wireNow } from "#lib/platform/clock.ts";
import { getMetricRow, listMetricOrders, updateMetricRow } from "#lib/services/metrics/queries.ts";
import type { MetricTarget } from "#lib/services/metrics/read.ts";

const MAX_POSITION = 100_000;

/** As the how manieth of the page, from 0. */
export const MoveMetric = z.object({ position: z.int().min(0).max(MAX_POSITION) });
export type MoveMetric = z.output<typeof MoveMetric>;

/**
 * Puts a metric at a place among those of its page.
 * @throws {AppError} `not_found`, `forbidden`
 */
export async function moveMetric(
  ctx: Context,
  target: MetricTarget,
  { position }: MoveMetric,
): Promise<void> {
  const grant = await authorize(ctx, "metric.write", target);
  await changePage(ctx, grant, async (trx) => {
    const metric = await getMetricRow(trx, grant, target.metric_id);
    const others = (await listMetricOrders(trx, grant)).filter(({ id }) => id !== metric.id);
    const metrics = others.toSpliced(position, 0, metric);
    const orders = ordersOf(metrics);
    for (const { id, order } of metrics) {
      const next = orders.get(id);
      if (next !== undefined && next !== order)
        await updateMetricRow(trx, grant, id, { order: next, updated_at: wireNow() });
    }
    return {
      result: undefined,
      audit: { action: "metric.update", subject_id: metric.id, changes: { position } },
      events: [],
    };
  });
}
