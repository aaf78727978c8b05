import { authorize } from "#lib/core/access/authorize.ts";
import type { Context } from "#lib/core/request/context.ts";
import { findPull } from "#lib/services/metric-imports/queries.ts";
import { getMetricRow } from "#lib/services/metrics/queries.ts";
import type { MetricTarget } from "#lib/services/metrics/read.ts";

/** When a metric was last fetched, wire time, and what was against it in a few words of English. */
type Pull = { pulled_at: string | null; last_error: string | null; failures: number };

/** @returns null while nothing was fetched for it @throws {AppError} `not_found`, `forbidden` */
export async function readPull(ctx: Context, target: MetricTarget): Promise<Pull | null> {
  const grant = await authorize(ctx, "page.read", target);
  const { id } = await getMetricRow(ctx.db, grant, target.metric_id);
  const pull = await findPull(ctx.db, grant, id);
  return pull
    ? { pulled_at: pull.pulled_at, last_error: pull.last_error, failures: pull.failures }
    : null;
}
