import { Metrics } from "#app/(public)/_ui/charts.tsx";
import { PageDocument } from "#app/(public)/_ui/document.tsx";
import { OpenIncidents, RecentlyResolved } from "#app/(public)/_ui/incidents.tsx";
import { Maintenances } from "#app/(public)/_ui/maintenances.tsx";
import { Notices } from "#app/(public)/_ui/notices.tsx";
import { PastDays } from "#app/(public)/_ui/past-days.tsx";
import { SentenceBlock } from "#app/(public)/_ui/sentence.tsx";
import { Services } from "#app/(public)/_ui/services.tsx";
import { type PageProps, renderPage } from "#app/(public)/_visit.tsx";
import { type Charted, MAX_CHARTS_ON_START, openCharts } from "#lib/public-page/charts/open.ts";
import { saidOnStart } from "#lib/public-page/view/said.ts";
import type { View } from "#lib/public-page/view/view.ts";
import { PAGES } from "#lib/public-routes/pages.ts";

function StatusPage({ charts, view }: { charts: readonly Charted[]; view: View }) {
  const { snapshot, sentence, t } = view;
  const { name, settings } = snapshot.page;
  const above = settings.current_incidents_position === "above_services";
  const recent = <RecentlyResolved view={view} />;
  const isMaintained = snapshot.maintenances.length > 0;
  const goingOn = (
    <>
      <OpenIncidents view={view} />
      {!isMaintained && recent}
      <Maintenances view={view} />
      {isMaintained && recent}
    </>
  );
  return (
    <PageDocument
      view={view}
      path=""
      title={t("public.title", { name, sentence: sentence.text })}
      severity={sentence.severity}
    >
      <SentenceBlock view={view} />
      {above && goingOn}
      <Notices view={view} />
      <Services view={view} />
      {!above && goingOn}
      <Metrics charts={charts} view={view} />
      <PastDays view={view} />
    </PageDocument>
  );
}

export default function Page(props: PageProps) {
  return renderPage(PAGES.start, props, {
    open: (ctx, asked) => openCharts(ctx, { ...asked, period: "day" }, MAX_CHARTS_ON_START),
    say: saidOnStart,
    draw: (view, { charts }) => <StatusPage charts={charts} view={view} />,
  });
}
