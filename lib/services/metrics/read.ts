import type { Listed, Slice } from "#db/keyset.ts";
import { authorize, type PageTarget } from "#lib/core/access/authorize.ts";
import type { Context } from "#lib/core/request/context.ts";
import { getMetricRow, listMetricRows } from "#lib/services/metrics/queries.ts";
import type { Metric } from "#lib/services/metrics/schema.ts";
import { serializeMetric } from "#lib/services/metrics/serialize.ts";

export type MetricTarget = PageTarget & { metric_id: number };

/** By `order`, then `id`. */
export async function listMetrics(
  ctx: Context,
  target: PageTarget,
  slice: Slice,
): Promise<Listed<Metric>> {
  const grant = await authorize(ctx, "page.read", target);
  return listMetricRows(ctx.db, grant, slice, (rows) => rows.map(serializeMetric));
}

/** @throws {AppError} `not_found`, `forbidden` */
export async function getMetric(ctx: Context, target: MetricTarget): Promise<Metric> {
  const grant = await authorize(ctx, "page.read", target);
  return serializeMetric(await getMetricRow(ctx.db, grant, target.metric_id));
}
