import type { ReactNode } from "react";
import { found } from "#app/(admin)/_shared/open.ts";
import type { Watched } from "#app/(admin)/pages/[subdomain]/services/[service_id]/monitoring/_ui/watched.ts";
import { listOpenAlerts } from "#lib/monitoring/alerts/open-alerts.ts";
import { readChecks } from "#lib/monitoring/checks/service-checks.ts";
import { getLastBeat } from "#lib/monitoring/heartbeats/heartbeat.ts";
import { getAlertAddress } from "#lib/monitoring/reports/alert-address.ts";
import { listReports } from "#lib/monitoring/reports/receive-report.ts";
import { isMonitoringTool } from "#lib/services/monitoring-tools.ts";
import { ReportList } from "./list.tsx";
import { OpenAlerts } from "./open-alerts.tsx";
import { SetUp } from "./set-up.tsx";
import { Shared } from "./shared.tsx";
import { type Tried, Try } from "./try.tsx";

export async function ReportsSection(props: Watched & { tried: Tried }): Promise<ReactNode> {
  const { admin, target, service } = props;
  const reports = await found(listReports(admin.ctx, target));
  const { monitoring } = service;
  const listens = monitoring === "webhook" || monitoring === "3rd_party";
  if (!listens && reports.length === 0) return null;
  const { monitor } = await found(readChecks(admin.ctx, target));
  const lastBeat = service.heartbeat ? await found(getLastBeat(admin.ctx, target)) : null;
  const setUp = listens && (
    <SetUp
      admin={admin}
      subdomain={target.subdomain}
      service={service}
      lastBeat={lastBeat && admin.format.shortDateTime(lastBeat)}
    />
  );
  const tool = monitoring === "webhook" ? service.webhook_monitoring_service : null;
  const shared = tool && isMonitoringTool(tool) && (
    <Shared
      admin={admin}
      subdomain={target.subdomain}
      service={service}
      tool={tool}
      address={
        admin.may("service.write")
          ? await found(getAlertAddress(admin.ctx, { ...target, webhook_monitoring_service: tool }))
          : null
      }
    />
  );
  const trial = tool === "custom-jsonpath" && <Try {...props} />;
  const believed = listens ? (monitor ?? null) : undefined;
  const list = (
    <>
      <OpenAlerts {...props} alerts={await found(listOpenAlerts(admin.ctx, target))} />
      <ReportList admin={admin} reports={reports} believed={believed} />
    </>
  );
  // Once something arrives, that is what people come for.
  return reports.length > 0 ? (
    <>
      {list}
      {setUp}
      {shared}
      {trial}
    </>
  ) : (
    <>
      {setUp}
      {list}
      {shared}
      {trial}
    </>
  );
}
