import type { Db } from "#db/index.ts";
import type { PageGrant, PageTarget } from "#lib/core/access/authorize.ts";
import type { Context } from "#lib/core/request/context.ts";
import { fromWire } from "#lib/platform/clock.ts";
import { getResponseTimes } from "#lib/services/check-history/read.ts";
import { listCharts } from "#lib/services/metric-entries/read.ts";
import {
  type Chart,
  type ChartedSeries,
  chartOf,
  PERIODS,
  type Period,
} from "#lib/site/charts/chart.ts";
import { loadSnapshotWith } from "#lib/site/snapshot/load.ts";
import type { Snapshot } from "#lib/site/snapshot/snapshot.ts";

export type Charted = { metric: ChartedSeries; featured: number | null; chart: Chart | null };

const MAX_CHARTS = 24;
export const MAX_CHARTS_ON_START = 4;

/**
 * Reads the charts of a page's visible metrics, in order.
 * @throws {AppError} `not_found`, `forbidden`
 */
export async function loadCharts(
  ctx: Context,
  target: PageTarget & { period: Period },
  limit = MAX_CHARTS,
): Promise<{ snapshot: Snapshot; charts: Charted[] }> {
  const { snapshot, found } = await loadSnapshotWith(ctx, target, async (db, grant, now) => {
    const to = Math.floor(Date.parse(`${now}Z`) / 1_000) + 1;
    const span = { from: to - PERIODS[target.period].seconds, to };
    return { to, read: await listCharts(db, grant, span, limit) };
  });
  const charts = found.read.map(({ metric, points, featured }) => ({
    metric,
    featured,
    chart: chartOf(metric, points.entries, target.period, found.to),
  }));
  return { snapshot, charts };
}

export type TimesChart = { charted: Charted; period: Period; p95: number | null };

type Asked = { service_id: number; period: Period; now: string };

export async function chartTimes(
  db: Db,
  grant: PageGrant,
  { service_id, period, now }: Asked,
): Promise<TimesChart> {
  const to = fromWire(now).epochMilliseconds / 1_000 + 1;
  const { seconds, step_seconds } = PERIODS[period];
  const from = to - seconds;
  const times = await getResponseTimes(db, grant, { service_id, from, to, step_seconds });
  const metric: ChartedSeries = {
    ...{ id: service_id, title: "", unit: "ms", type: "rt" },
    ...{ threshold: null, featured_number: "avg" },
  };
  const chart = chartOf(metric, times.points, period, to);
  return { charted: { metric, featured: times.mean, chart }, period, p95: times.p95 };
}
