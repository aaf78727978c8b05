import { authorize } from "#lib/core/access/authorize.ts";
import type { Context } from "#lib/core/request/context.ts";
import { getIntegrationRow } from "#lib/pages/integrations/queries.ts";
import type { IntegrationTarget } from "#lib/pages/integrations/read.ts";
import { listSeries } from "#lib/services/metric-imports/call.ts";
import type { Series } from "#lib/services/metric-imports/provider.ts";

const MOST = 1_000;

type Offered = { series: Series[]; reason: string | null };

/**
 * What an integration can feed metrics from, or why that is not known, in a few words of English.
 * @throws {AppError} `not_found`, `forbidden`
 */
export async function listSeriesOf(ctx: Context, target: IntegrationTarget): Promise<Offered> {
  const grant = await authorize(ctx, "metric.write", target);
  const row = await getIntegrationRow(ctx.db, grant, target.integration_id);
  const answered = await listSeries(row);
  if ("failed" in answered) return { series: [], reason: answered.failed.reason };
  return { series: answered.found.slice(0, MOST), reason: null };
}
