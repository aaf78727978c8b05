import Link from "next/link";
import { notFound } from "next/navigation";
import { Field } from "#app/_ui/admin/field.tsx";
import { ActionForm, Submit } from "#app/_ui/admin/form.tsx";
import { Screen } from "#app/_ui/admin/screen.tsx";
import { Section } from "#app/_ui/admin/section.tsx";
import { found, openAdmin } from "#app/(admin)/_shared/open.ts";
import { ChecksSection } from "#app/(admin)/pages/[subdomain]/services/[service_id]/monitoring/_ui/checks/section.tsx";
import { HistorySection } from "#app/(admin)/pages/[subdomain]/services/[service_id]/monitoring/_ui/history/section.tsx";
import { ReportsSection } from "#app/(admin)/pages/[subdomain]/services/[service_id]/monitoring/_ui/reports/section.tsx";
import type { Tried } from "#app/(admin)/pages/[subdomain]/services/[service_id]/monitoring/_ui/reports/try.tsx";
import type { Watched } from "#app/(admin)/pages/[subdomain]/services/[service_id]/monitoring/_ui/watched.ts";
import { watchServicesAction } from "#app/(admin)/pages/[subdomain]/services/[service_id]/monitoring/actions.ts";
import { ServiceParams } from "#lib/api/body.ts";
import { getService } from "#lib/services/read.ts";

type Props = {
  params: Promise<{ subdomain: string; service_id: string }>;
  searchParams: Promise<Tried>;
};

/** The monitoring of a service, and its results. */
export default async function MonitoringPage({ params, searchParams }: Props) {
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
      {service.monitoring === null && !service.heartbeat && <Start {...watched} />}
      <ChecksSection {...watched} />
      <ReportsSection {...watched} tried={await searchParams} />
      <HistorySection {...watched} />
    </Screen>
  );
}

/** Nothing watches the service yet. */
function Start({ admin: { t, may }, target: { subdomain, service_id }, service }: Watched) {
  return (
    <Section title={t("admin_services.watch.start")} text={t("admin_services.watch.nothing")}>
      {may("service.write") && (
        <>
          <ActionForm action={watchServicesAction} hidden={{ subdomain }} className="space-y-4">
            <Field
              name={`address.${service_id}`}
              label={t("admin_services.monitoring.ping_url")}
              hint={t("admin_services.monitoring.ping_url_hint")}
              type="url"
              placeholder="https://example.com/health"
              initial={service.ping_url ?? ""}
            />
            <Submit>{t("admin_services.watch.start")}</Submit>
          </ActionForm>
          <p className="text-sm">
            <Link
              href={`/pages/${subdomain}/services/${service_id}`}
              className="text-link hover:underline"
            >
              {t("admin_services.watch.others")}
            </Link>
          </p>
        </>
      )}
    </Section>
  );
}
