import { ActionForm, Submit } from "#app/_ui/admin/form.tsx";
import { Section } from "#app/_ui/admin/section.tsx";
import type { Watched } from "#app/(admin)/pages/[subdomain]/services/[service_id]/monitoring/_ui/watched.ts";
import type { OpenAlert } from "#lib/monitoring/alerts/schema.ts";
import { MAX_OPEN_ALERTS } from "#lib/monitoring/alerts/settle-alerts.ts";
import { closeAlertAction } from "./actions.ts";
import { Content } from "./list.tsx";

type Props = Pick<Watched, "admin" | "target"> & { alerts: OpenAlert[] };

/** Alerts that keep the service down, to be closed where the tool does not. */
export function OpenAlerts({ admin, target: { subdomain, service_id }, alerts }: Props) {
  const { t, format, may } = admin;
  if (alerts.length === 0) return null;
  const isFull = alerts.length >= MAX_OPEN_ALERTS;
  const full = isFull ? ` ${t("admin_reports.open.full", { count: MAX_OPEN_ALERTS })}` : "";
  return (
    <Section title={t("admin_reports.open.title")} text={`${t("admin_reports.open.text")}${full}`}>
      <ul aria-label={t("admin_reports.open.title")} className="-my-3 divide-y divide-line">
        {alerts.map(({ id, opened_at, source, detail, content }) => (
          <li key={id} className="flex items-start gap-3 py-3">
            <div className="min-w-0 flex-1">
              <p className="wrap-anywhere font-medium">
                {detail ?? t(`admin_reports.source.${source}`)}
              </p>
              <p className="text-muted text-sm">{format.shortDateTime(opened_at)}</p>
              <Content content={content} admin={admin} />
            </div>
            {may("service.write") && (
              <ActionForm
                action={closeAlertAction}
                hidden={{ subdomain, service_id, alert_id: id }}
              >
                <Submit className="button">{t("admin_reports.open.close")}</Submit>
              </ActionForm>
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}
