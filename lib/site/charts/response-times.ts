import type { Db } from "#db/index.ts";
import type { PageGrant } from "#lib/core/access/authorize.ts";
import { fromWire } from "#lib/platform/clock.ts";
import { getResponseTimes } from "#lib/services/check-history/read.ts";
import { chartOf, type Drawn } from "#lib/site/charts/chart.ts";
import type { Charted } from "#lib/site/charts/open.ts";
import { PERIODS, type Period } from "#lib/site/charts/periods.ts";

export type TimesChart = { charted: Charted; period: Period; p95: number | null };

type Asked = { service_id: number; period: Period; now: string };

/** How fast a service answered its checks over a period, as a chart. */
export async function chartTimes(
  db: Db,
  grant: PageGrant,
  { service_id, period, now }: Asked,
): Promise<TimesChart> {
  const to = fromWire(now).epochMilliseconds / 1_000 + 1;
  const { seconds, step_seconds } = PERIODS[period];
  const from = to - seconds;
  const times = await getResponseTimes(db, grant, { service_id, from, to, step_seconds });
  const metric: Drawn = {
    ...{ id: service_id, title: "", unit: "ms", type: "rt" },
    ...{ threshold: null, featured_number: "avg" },
  };
  const chart = chartOf(metric, times.points, period, to);
  return { charted: { metric, featured: times.mean, chart }, period, p95: times.p95 };
}
