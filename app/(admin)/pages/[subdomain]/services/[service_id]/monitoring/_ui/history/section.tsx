import type { ReactNode } from "react";
import { LineChart } from "#app/_ui/admin/chart.tsx";
import { Section } from "#app/_ui/admin/section.tsx";
import { Corrections } from "#app/(admin)/pages/[subdomain]/services/[service_id]/monitoring/_ui/history/corrections.tsx";
import type { Watched } from "#app/(admin)/pages/[subdomain]/services/[service_id]/monitoring/_ui/watched.ts";
import { type CheckHistory, readCheckHistory } from "#lib/check-history/read.ts";
import { percentUp } from "#lib/check-history/sums.ts";
import { chartOf } from "#lib/public-page/charts/chart.ts";
import { PERIODS } from "#lib/public-page/charts/periods.ts";

const WINDOWS = [1, 7, 30, 90] as const;
const DRAWN = { days: 7, period: "week" } as const;
const METRIC = { id: 0, title: "", unit: "ms", type: "rt", threshold: null } as const;

type Told = { days: number; history: CheckHistory };
type Props = { admin: Watched["admin"]; told: Told };

function Times({ admin: { t, format }, told: { days, history } }: Props) {
  const metric = { ...METRIC, featured_number: "avg" as const };
  const chart = chartOf(metric, history.points, DRAWN.period, history.to);
  if (chart === null) return null;
  const write = (value: number) => format.quantity(value, METRIC.unit);
  const values = chart.values.filter((value) => value !== null);
  const label = t("admin_history.chart", {
    period: t("admin_history.days", { days }),
    least: write(Math.min(...values)),
    most: write(Math.max(...values)),
  });
  return <LineChart chart={chart} label={label} threshold={null} write={write} />;
}

function Row({ admin: { t, format }, told: { days, history } }: Props) {
  const { up, down, none } = history.counts;
  const percent = percentUp(history.counts);
  const write = (ms: number | null) => (ms === null ? "–" : format.quantity(Math.round(ms), "ms"));
  return (
    <tr>
      <th scope="row" className="whitespace-nowrap text-left font-normal">
        {t("admin_history.days", { days })}
      </th>
      <td>{up + down > 0 && percent !== null ? format.percent(percent) : "–"}</td>
      <td>{format.quantity(down, "")}</td>
      <td>{format.quantity(none, "")}</td>
      <td>{write(history.mean)}</td>
      <td>{write(history.p95)}</td>
    </tr>
  );
}

const COLUMNS = ["percent", "failed", "unknown", "mean", "p95"] as const;

export async function HistorySection({ admin, target }: Watched): Promise<ReactNode> {
  const { t, ctx } = admin;
  const { step_seconds } = PERIODS[DRAWN.period];
  const told = await Promise.all(
    WINDOWS.map(async (days) => ({
      days,
      history: await readCheckHistory(ctx, target, { days, step_seconds }),
    })),
  );
  const drawn = told.find(({ days }) => days === DRAWN.days);
  const isKnown = told.some(({ history: { counts } }) => counts.up + counts.down + counts.none > 0);
  return (
    <>
      <Section title={t("admin_history.title")} text={t("admin_history.text")}>
        {!isKnown && <p className="note text-muted">{t("admin_history.none")}</p>}
        {drawn && <Times admin={admin} told={drawn} />}
        {isKnown && (
          <div className="overflow-x-auto">
            <table aria-label={t("admin_history.table")} className="w-full text-sm tabular-nums">
              <thead>
                <tr className="text-left text-muted">
                  <th scope="col" className="font-normal">
                    {t("admin_history.span")}
                  </th>
                  {COLUMNS.map((name) => (
                    <th key={name} scope="col" className="py-1 pr-3 font-normal">
                      {t(`admin_history.${name}`)}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {told.map((one) => (
                  <Row key={one.days} admin={admin} told={one} />
                ))}
              </tbody>
            </table>
          </div>
        )}
      </Section>
      <Corrections admin={admin} target={target} />
    </>
  );
}
