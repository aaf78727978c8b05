import type { Db } from "#db/index.ts";
import { authorize, type PageGrant } from "#lib/core/access/authorize.ts";
import type { Context } from "#lib/core/request/context.ts";
import { DAY_SECONDS, now } from "#lib/platform/clock.ts";
import { AppError } from "#lib/platform/errors/errors.ts";
import { listPoints } from "#lib/services/metric-entries/queries.ts";
import {
  checkSpan,
  featuredNumber,
  MAX_POINTS,
  MAX_RAW_POINTS,
  resolutionFor,
} from "#lib/services/metric-entries/rules.ts";
import type { Points, Resolution } from "#lib/services/metric-entries/schema.ts";
import { type MetricTarget, serializeMetric } from "#lib/services/metrics/metrics.ts";
import { getMetricRow, listVisibleMetricRows } from "#lib/services/metrics/queries.ts";
import type { Metric } from "#lib/services/metrics/schema.ts";

/** Unix seconds; the last day by default. */
type ChartSpan = { from?: number; to?: number; resolution?: Resolution };

async function loadEntries(
  db: Db,
  grant: PageGrant,
  metricId: number,
  span: { from: number; to: number },
): Promise<Points> {
  const entries = await listPoints(
    db,
    grant,
    metricId,
    { ...span, resolution: "raw" },
    MAX_RAW_POINTS + 1,
  );
  if (entries.length <= MAX_RAW_POINTS) return { entries, meta: { ...span, resolution: "raw" } };
  const minutes = await listPoints(
    db,
    grant,
    metricId,
    { ...span, resolution: "minute" },
    MAX_POINTS,
  );
  return { entries: minutes, meta: { ...span, resolution: "minute" } };
}

/** Long spans never read raw entries. @throws {AppError} `bad_request` */
export async function loadPoints(
  db: Db,
  grant: PageGrant,
  metricId: number,
  asked: ChartSpan,
): Promise<Points> {
  const now_s = Math.ceil(now().getTime() / 1_000);
  const to = asked.to ?? now_s + 1;
  const from = asked.from ?? to - DAY_SECONDS;
  const resolution = asked.resolution ?? resolutionFor(from, to, now_s);
  checkSpan(from, to, resolution);
  if (asked.resolution === undefined && resolution === "raw")
    return loadEntries(db, grant, metricId, { from, to });
  const entries = await listPoints(db, grant, metricId, { from, to, resolution }, MAX_POINTS + 1);
  if (entries.length > MAX_POINTS)
    throw new AppError("bad_request", `More than ${MAX_POINTS} entries: ask for a shorter span`);
  return { entries, meta: { from, to, resolution } };
}

/** @throws {AppError} `not_found`, `forbidden`, `bad_request` */
export async function getPoints(
  ctx: Context,
  target: MetricTarget,
  asked: ChartSpan,
): Promise<Points> {
  const grant = await authorize(ctx, "page.read", target);
  const metric = await getMetricRow(ctx.db, grant, target.metric_id);
  return loadPoints(ctx.db, grant, metric.id, asked);
}

type Chart = { metric: Metric; points: Points; featured: number | null };

/** In display order. The caller has passed the page's gate. */
export async function listCharts(
  db: Db,
  grant: PageGrant,
  span: ChartSpan,
  limit: number,
): Promise<Chart[]> {
  const metrics = (await listVisibleMetricRows(db, grant, limit)).map(serializeMetric);
  return Promise.all(
    metrics.map(async (metric) => {
      const points = await loadPoints(db, grant, metric.id, span);
      return { metric, points, featured: featuredNumber(points.entries, metric.featured_number) };
    }),
  );
}
