import type { ReactNode } from "react";
import type { Charted } from "#lib/site/charts/read.ts";
import type { View } from "#lib/site/view/view.ts";
import { Metrics } from "./charts.tsx";
import { PageDocument } from "./document.tsx";
import { OpenIncidents, RecentlyResolved } from "./incidents.tsx";
import { Maintenances } from "./maintenances.tsx";
import { Notices } from "./notices.tsx";
import { PastDays } from "./past-days.tsx";
import { SentenceBlock } from "./sentence.tsx";
import { Services } from "./services.tsx";

type Props = { charts: readonly Charted[]; view: View; children?: ReactNode };

/** The first page of a status page. */
export function StatusPage({ charts, view, children }: Props) {
  const { snapshot, sentence } = view;
  const { settings } = snapshot.page;
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
    <PageDocument view={view} path="" severity={sentence.severity}>
      {children}
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
