import { Back } from "#app/(public)/_ui/back.tsx";
import { MetricChart, Periods } from "#app/(public)/_ui/charts.tsx";
import { PageDocument } from "#app/(public)/_ui/document.tsx";
import { type PageProps, renderPage } from "#app/(public)/_visit.tsx";
import { PAGES } from "#lib/core/routes/routes.ts";
import { type Period, periodOf } from "#lib/site/charts/chart.ts";
import { type Charted, loadCharts } from "#lib/site/charts/read.ts";
import type { View } from "#lib/site/view/view.ts";

function MetricsPage({ charts, period, view }: { charts: Charted[]; period: Period; view: View }) {
  const { t, sentence } = view;
  return (
    <PageDocument
      view={view}
      path="/metrics"
      title={t("metrics.title")}
      severity={sentence.severity}
    >
      <Back view={view} />
      <h1>{t("metrics.title")}</h1>
      {charts.length === 0 ? (
        <p>{t("metrics.missing")}</p>
      ) : (
        <>
          <Periods address="/metrics" chosen={period} view={view} />
          <div className="charts">
            {charts.map((charted) => (
              <MetricChart
                key={charted.metric.id}
                charted={charted}
                period={period}
                view={view}
                as="h2"
                whole
              />
            ))}
          </div>
        </>
      )}
    </PageDocument>
  );
}

export default function Page(props: PageProps) {
  return renderPage(PAGES.metrics, props, {
    open: (ctx, asked) => loadCharts(ctx, { ...asked, period: periodOf(asked.period) }),
    say: () => [],
    draw: (view, { charts }, asked) => (
      <MetricsPage charts={charts} period={periodOf(asked.period)} view={view} />
    ),
  });
}
