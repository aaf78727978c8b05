import { authorize } from "#lib/core/access/authorize.ts";
import type { Context } from "#lib/core/request/context.ts";
import type { IntegrationTarget } from "#lib/pages/integrations/integrations.ts";
import { getIntegrationRow } from "#lib/pages/integrations/queries.ts";
import { listSeries } from "#lib/services/metric-imports/call.ts";
import type { Series } from "#lib/services/metric-imports/provider.ts";
import { findPull } from "#lib/services/metric-imports/queries.ts";
import type { MetricTarget } from "#lib/services/metrics/metrics.ts";
import { getMetricRow } from "#lib/services/metrics/queries.ts";

/** `pulled_at`: wire time; `last_error`: in English. */
type Pull = { pulled_at: string | null; last_error: string | null; failures: number };

/** @returns null before the first pull @throws {AppError} `not_found`, `forbidden` */
export async function findPullState(ctx: Context, target: MetricTarget): Promise<Pull | null> {
  const grant = await authorize(ctx, "page.read", target);
  const { id } = await getMetricRow(ctx.db, grant, target.metric_id);
  const pull = await findPull(ctx.db, grant, id);
  return pull
    ? { pulled_at: pull.pulled_at, last_error: pull.last_error, failures: pull.failures }
    : null;
}

const MAX_SERIES = 1_000;

type Offered = { series: Series[]; reason: string | null };

/** `reason`: why the series are unknown, in English. @throws {AppError} `not_found`, `forbidden` */
export async function listSeriesOf(ctx: Context, target: IntegrationTarget): Promise<Offered> {
  const grant = await authorize(ctx, "metric.write", target);
  const row = await getIntegrationRow(ctx.db, grant, target.integration_id);
  const answered = await listSeries(row);
  if ("failed" in answered) return { series: [], reason: answered.failed.reason };
  return { series: answered.found.slice(0, MAX_SERIES), reason: null };
}
