import type { Db } from "#db/index.ts";
import type { PageGrant } from "#lib/core/access/authorize.ts";
import { type ChartSpan, readPoints } from "#lib/services/metric-entries/read.ts";
import { featuredNumber } from "#lib/services/metric-entries/resolution.ts";
import type { Points } from "#lib/services/metric-entries/schema.ts";
import { listVisibleMetricRows } from "#lib/services/metrics/queries.ts";
import type { Metric } from "#lib/services/metrics/schema.ts";
import { serializeMetric } from "#lib/services/metrics/serialize.ts";

type Chart = { metric: Metric; points: Points; featured: number | null };

/**
 * The charts a visitor sees, in order, each with its featured number over the span; behind the gate
 * only.
 * @param limit of more metrics the first are read
 */
export async function readCharts(
  db: Db,
  grant: PageGrant,
  span: ChartSpan,
  limit: number,
): Promise<Chart[]> {
  const metrics = (await listVisibleMetricRows(db, grant, limit)).map(serializeMetric);
  return Promise.all(
    metrics.map(async (metric) => {
      const points = await readPoints(db, grant, metric.id, span);
      return { metric, points, featured: featuredNumber(points.entries, metric.featured_number) };
    }),
  );
}
