import { notFound } from "next/navigation";
import { Screen } from "#app/_ui/admin/screen.tsx";
import { found, openAdmin } from "#app/(admin)/_open.ts";
import { ChecksSection } from "#app/(admin)/pages/[subdomain]/services/[service_id]/monitoring/_ui/checks/section.tsx";
import { HistorySection } from "#app/(admin)/pages/[subdomain]/services/[service_id]/monitoring/_ui/history/section.tsx";
import { ReportsSection } from "#app/(admin)/pages/[subdomain]/services/[service_id]/monitoring/_ui/reports/section.tsx";
import { ServiceParams } from "#lib/api/params.ts";
import { getService } from "#lib/services/read.ts";

type Props = { params: Promise<{ subdomain: string; service_id: string }> };

/** What watches a service, and what it saw. */
export default async function MonitoringPage({ params }: Props) {
  const route = await params;
  const admin = await openAdmin(route.subdomain);
  const target = ServiceParams.safeParse(route);
  if (!target.success) notFound();
  const service = await found(getService(admin.ctx, target.data));
  const { subdomain, service_id } = target.data;
  const { t } = admin;
  const watched = { admin, target: target.data, service };
  return (
    <Screen
      title={t("admin_monitoring.title")}
      of={service.name}
      t={t}
      back={{ href: `/pages/${subdomain}/services/${service_id}`, label: service.name }}
    >
      <ChecksSection {...watched} />
      <ReportsSection {...watched} />
      <HistorySection {...watched} />
    </Screen>
  );
}
