import type { PageTarget } from "#lib/core/access/authorize.ts";
import type { Context } from "#lib/core/request/context.ts";
import { listCharts } from "#lib/services/metric-entries/read.ts";
import { type Chart, chartOf, type Drawn } from "#lib/site/charts/chart.ts";
import { PERIODS, type Period } from "#lib/site/charts/periods.ts";
import { openSnapshotWith } from "#lib/site/snapshot/open-snapshot.ts";
import type { Snapshot } from "#lib/site/snapshot/snapshot.ts";

/** A metric as visitors see it: its number over the period, and its chart where there is one. */
export type Charted = { metric: Drawn; featured: number | null; chart: Chart | null };

/** How many a page shows; the start of it a few of them. */
const MAX_CHARTS = 24;
export const MAX_CHARTS_ON_START = 4;

/**
 * A page with the charts of its visible metrics, in order.
 * @throws {AppError} `not_found`, `forbidden`
 */
export async function openCharts(
  ctx: Context,
  target: PageTarget & { period: Period },
  limit = MAX_CHARTS,
): Promise<{ snapshot: Snapshot; charts: Charted[] }> {
  const { snapshot, found } = await openSnapshotWith(ctx, target, async (db, grant, now) => {
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
