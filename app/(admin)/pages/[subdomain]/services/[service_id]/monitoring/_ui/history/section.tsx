import type { ReactNode } from "react";
import { LineChart } from "#app/_ui/admin/chart.tsx";
import { Section } from "#app/_ui/admin/section.tsx";
import { Corrections } from "#app/(admin)/pages/[subdomain]/services/[service_id]/monitoring/_ui/history/corrections.tsx";
import type { Watched } from "#app/(admin)/pages/[subdomain]/services/[service_id]/monitoring/_ui/watched.ts";
import { type CheckHistory, getCheckHistory } from "#lib/services/check-history/read.ts";
import { percentUp } from "#lib/services/check-history/sums.ts";
import { chartOf, PERIODS } from "#lib/site/charts/chart.ts";

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

const FIGURES = ["percent", "failed", "unknown", "mean", "p95"] as const;

function figureOf(
  name: (typeof FIGURES)[number],
  { counts, mean, p95 }: CheckHistory,
  admin: Props["admin"],
) {
  const { format } = admin;
  const percent = percentUp(counts);
  const time = (ms: number | null) => (ms === null ? "–" : format.quantity(Math.round(ms), "ms"));
  switch (name) {
    case "percent":
      return percent === null ? "–" : format.percent(percent);
    case "failed":
      return format.quantity(counts.down, "");
    case "unknown":
      return format.quantity(counts.none, "");
    case "mean":
      return time(mean);
    case "p95":
      return time(p95);
  }
}

/** A column for each span: so it fits on a phone. */
function Figures({ admin, told }: { admin: Props["admin"]; told: readonly Told[] }) {
  const { t } = admin;
  return (
    <table aria-label={t("admin_history.table")} className="w-full text-sm tabular-nums">
      <thead>
        <tr className="text-left text-muted">
          <th scope="col" className="py-1 pe-3 font-normal">
            {t("admin_history.span")}
          </th>
          {told.map(({ days }) => (
            <th key={days} scope="col" className="whitespace-nowrap py-1 ps-2 font-normal">
              {t("admin_history.days", { days })}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {FIGURES.map((name) => (
          <tr key={name} className="align-baseline">
            <th scope="row" className="py-1 pe-3 text-left font-normal text-muted">
              {t(`admin_history.${name}`)}
            </th>
            {told.map(({ days, history }) => (
              <td key={days} className="whitespace-nowrap py-1 ps-2">
                {figureOf(name, history, admin)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export async function HistorySection({ admin, target, service }: Watched): Promise<ReactNode> {
  const { t, ctx } = admin;
  const { step_seconds } = PERIODS[DRAWN.period];
  const told = await Promise.all(
    WINDOWS.map(async (days) => ({
      days,
      history: await getCheckHistory(ctx, target, { days, step_seconds }),
    })),
  );
  const drawn = told.find(({ days }) => days === DRAWN.days);
  const isKnown = told.some(({ history: { counts } }) => counts.up + counts.down + counts.none > 0);
  const isWatched = isKnown || service.monitoring === "internal";
  return (
    <>
      {isWatched && (
        <Section title={t("admin_history.title")} text={t("admin_history.text")}>
          {!isKnown && <p className="note text-muted">{t("admin_history.none")}</p>}
          {drawn && <Times admin={admin} told={drawn} />}
          {isKnown && <Figures admin={admin} told={told} />}
        </Section>
      )}
      <Corrections admin={admin} target={target} />
    </>
  );
}
