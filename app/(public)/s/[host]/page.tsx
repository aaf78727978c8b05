import { openSnapshot } from "#lib/public-page/snapshot/open-snapshot.ts";
import { saidOnStart } from "#lib/public-page/view/said.ts";
import type { View } from "#lib/public-page/view/view.ts";
import { PageDocument } from "../../_ui/document.tsx";
import { OpenIncidents } from "../../_ui/incidents.tsx";
import { Maintenances } from "../../_ui/maintenances.tsx";
import { Notices } from "../../_ui/notices.tsx";
import { PastDays } from "../../_ui/past-days.tsx";
import { SentenceBlock } from "../../_ui/sentence.tsx";
import { Services } from "../../_ui/services.tsx";
import { type PageProps, renderPage } from "../../_visit.tsx";

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

export default async function Page(props: PageProps) {
  return renderPage(
    props,
    (ctx, subdomain) => openSnapshot(ctx, { subdomain }),
    saidOnStart,
    (view) => <StatusPage view={view} />,
  );
}
