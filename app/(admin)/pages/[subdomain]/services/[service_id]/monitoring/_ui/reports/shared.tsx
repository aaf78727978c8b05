import { ConfirmDialog } from "#app/_ui/admin/confirm-dialog.tsx";
import { CopyField } from "#app/_ui/admin/copy-field.tsx";
import { Section } from "#app/_ui/admin/section.tsx";
import type { Admin } from "#app/(admin)/_shared/open.ts";
import type { AlertAddress } from "#lib/monitoring/reports/schema.ts";
import type { MonitoringTool } from "#lib/services/monitoring-tools.ts";
import type { Service } from "#lib/services/schema.ts";
import { replaceAlertAddressAction } from "./actions.ts";
import { Reports } from "./list.tsx";

type Props = {
  admin: Admin;
  subdomain: string;
  service: Service;
  tool: MonitoringTool;
  /** null: not for the reader, who may only report incidents. */
  address: AlertAddress | null;
};

/** One address for a tool that watches several services, and its alerts that belong to none. */
export function Shared({ admin, subdomain, service, tool, address }: Props) {
  const { t } = admin;
  const { name, id } = service;
  const title = t("admin_reports.shared.title");
  if (!address)
    return (
      <Section title={title}>
        <p className="text-muted">{t("admin_reports.shared.not_shown")}</p>
      </Section>
    );
  const { url, reports } = address;
  return (
    <Section title={title} text={t("admin_reports.shared.text", { name, id: String(id) })}>
      <CopyField label={t("admin_reports.shared.url")} value={url} later="" />
      <ConfirmDialog
        title={t("admin_reports.replace.title")}
        text={t("admin_reports.replace.of_page")}
        submit={t("admin_reports.replace.submit")}
        action={replaceAlertAddressAction}
        hidden={{ subdomain, tool }}
      />
      {reports.length > 0 && (
        <>
          <h3 className="font-semibold">{t("admin_reports.shared.unknown")}</h3>
          <Reports admin={admin} reports={reports} label={t("admin_reports.shared.unknown")} />
        </>
      )}
    </Section>
  );
}
