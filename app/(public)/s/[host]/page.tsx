import { PageDocument } from "#app/(public)/_ui/document.tsx";
import { OpenIncidents } from "#app/(public)/_ui/incidents.tsx";
import { Maintenances } from "#app/(public)/_ui/maintenances.tsx";
import { Notices } from "#app/(public)/_ui/notices.tsx";
import { PastDays } from "#app/(public)/_ui/past-days.tsx";
import { SentenceBlock } from "#app/(public)/_ui/sentence.tsx";
import { Services } from "#app/(public)/_ui/services.tsx";
import { type PageProps, renderPage } from "#app/(public)/_visit.tsx";
import { openSnapshot } from "#lib/public-page/snapshot/open-snapshot.ts";
import { saidOnStart } from "#lib/public-page/view/said.ts";
import type { View } from "#lib/public-page/view/view.ts";
import { PAGES } from "#lib/public-routes/pages.ts";

function StatusPage({ view }: { view: View }) {
  const { snapshot, sentence, t } = view;
  const { name, settings } = snapshot.page;
  const above = settings.current_incidents_position === "above_services";
  const goingOn = (
    <>
      <OpenIncidents view={view} />
      <Maintenances view={view} />
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
      <PastDays view={view} />
    </PageDocument>
  );
}

export default function Page(props: PageProps) {
  return renderPage(PAGES.start, props, {
    open: openSnapshot,
    say: saidOnStart,
    draw: (view) => <StatusPage view={view} />,
  });
}
