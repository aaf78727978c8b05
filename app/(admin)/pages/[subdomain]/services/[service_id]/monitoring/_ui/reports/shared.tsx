import { CopyField } from "#app/_ui/admin/copy-field.tsx";
import { Section } from "#app/_ui/admin/section.tsx";
import type { Admin } from "#app/(admin)/_shared/open.ts";
import type { getAlertAddress } from "#lib/monitoring/reports/receive-alerts.ts";
import type { Service } from "#lib/services/schema.ts";
import { Reports } from "./list.tsx";

type Props = {
  admin: Admin;
  service: Service;
  address: Awaited<ReturnType<typeof getAlertAddress>>;
};

/** One address for a tool that watches several services, and its alerts that belong to none. */
export function Shared({ admin, service, address: { url, reports } }: Props) {
  const { t } = admin;
  const { name, id } = service;
  return (
    <Section
      title={t("admin_reports.shared.title")}
      text={t("admin_reports.shared.text", { name, id: String(id) })}
    >
      <CopyField label={t("admin_reports.shared.url")} value={url} later="" />
      {reports.length > 0 && (
        <>
          <h3 className="font-semibold">{t("admin_reports.shared.unknown")}</h3>
          <Reports admin={admin} reports={reports} label={t("admin_reports.shared.unknown")} />
        </>
      )}
    </Section>
  );
}
