import type { Admin } from "#app/(admin)/_shared/open.ts";
import { now } from "#lib/platform/clock.ts";
import { getPoints } from "#lib/services/metric-entries/read.ts";
import { featuredNumber } from "#lib/services/metric-entries/rules.ts";
import type { Metric } from "#lib/services/metrics/schema.ts";
import { type Chart, chartOf, PERIODS, type Period } from "#lib/site/charts/chart.ts";

/** A metric's line over a period up to now, and the number that stands beside it. */
export async function readChart(
  { ctx, page }: Admin,
  metric: Metric,
  period: Period,
): Promise<{ chart: Chart | null; featured: number | null }> {
  const to = Math.ceil(now().getTime() / 1_000) + 1;
  const from = to - PERIODS[period].seconds;
  const { subdomain } = page;
  const { entries } = await getPoints(ctx, { subdomain, metric_id: metric.id }, { from, to });
  return {
    chart: chartOf(metric, entries, period, to),
    featured: featuredNumber(entries, metric.featured_number),
  };
}
