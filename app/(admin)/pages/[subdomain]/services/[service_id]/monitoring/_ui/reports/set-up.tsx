import type { ReactNode } from "react";
import { ConfirmDialog } from "#app/_ui/admin/confirm-dialog.tsx";
import { CopyField } from "#app/_ui/admin/copy-field.tsx";
import { Section } from "#app/_ui/admin/section.tsx";
import type { Admin } from "#app/(admin)/_shared/open.ts";
import { heartbeatUrl } from "#lib/monitoring/heartbeats/heartbeat.ts";
import { TOOLS } from "#lib/monitoring/tools/registry.ts";
import { isMonitoringTool, toolName } from "#lib/services/monitoring-tools.ts";
import type { Service } from "#lib/services/schema.ts";
import { replaceAddressesAction } from "./actions.ts";

type SetUpProps = { admin: Admin; subdomain: string; service: Service; lastBeat: string | null };
type Props = SetUpProps & {
  /** All addresses of the service are replaced together. */
  replace: ReactNode;
};

function Steps({ steps }: { steps: string[] }) {
  return (
    <ol className="list-decimal space-y-1 ps-5 text-sm">
      {steps.map((step) => (
        <li key={step}>{step}</li>
      ))}
    </ol>
  );
}

function Tool({ admin: { t }, service, replace }: Props) {
  const { webhook_monitoring_service: kind, incoming_webhook_url: url } = service;
  if (!kind || !url) return null;
  const pasted = isMonitoringTool(kind) ? TOOLS[kind].paste?.(url) : undefined;
  const title = toolName(kind) ?? t("admin_services.monitoring.own_tool");
  const steps = t(`admin_reports.steps.${kind}`).split("\n");
  return (
    <Section title={title} text={t("admin_reports.secret")}>
      <Steps steps={steps} />
      <CopyField label={t("admin_services.monitoring.webhook_url")} value={url} later="" />
      {pasted && <CopyField label={t("admin_reports.paste")} value={pasted} later="" />}
      {replace}
    </Section>
  );
}

/** Whole minutes read better as such; others are told to the second. */
function spanOf(seconds: number, format: Admin["format"]): string {
  return seconds % 60 === 0 ? format.duration(seconds) : `${seconds} s`;
}

function Heartbeat({ admin: { t, format }, subdomain, service, lastBeat, replace }: Props) {
  if (!service.heartbeat) return null;
  const url = heartbeatUrl(subdomain, service.inbound_email_id);
  const { period_s, grace_s } = service.heartbeat;
  return (
    <Section
      title={t("admin_reports.heartbeat")}
      text={t("admin_reports.heartbeat_text", {
        period: spanOf(period_s, format),
        silence: spanOf(period_s + grace_s, format),
      })}
    >
      <CopyField label={t("admin_reports.heartbeat_url")} value={url} later="" />
      <CopyField
        label={t("admin_reports.heartbeat_line")}
        value={`curl -fsS --retry 3 --max-time 10 -o /dev/null ${url}`}
        later=""
      />
      <p className="text-sm">
        {lastBeat
          ? t("admin_reports.last_beat", { time: lastBeat })
          : t("admin_reports.no_beat_yet")}
      </p>
      {replace}
    </Section>
  );
}

function Mail({ admin: { t }, service, replace }: Props) {
  const { keyword_up, keyword_down } = service.monitoring_options ?? {};
  return (
    <Section title={t("admin_reports.mail")} text={t("admin_reports.secret")}>
      <CopyField
        label={t("admin_services.monitoring.inbound")}
        value={service.inbound_email_address}
        later=""
      />
      <p className="text-sm">
        {keyword_up || keyword_down
          ? t("admin_reports.keywords", { up: keyword_up || "–", down: keyword_down || "–" })
          : t("admin_reports.reason.no_keywords")}
      </p>
      {replace}
    </Section>
  );
}

/** Set-up steps in the words of each tool. */
export function SetUp(given: SetUpProps) {
  const { admin, subdomain, service } = given;
  const { t } = admin;
  const replace = admin.may("service.write") && (
    <ConfirmDialog
      title={t("admin_reports.replace.title")}
      text={t("admin_reports.replace.of_service", { name: service.name })}
      submit={t("admin_reports.replace.submit")}
      action={replaceAddressesAction}
      hidden={{ subdomain, service_id: service.id }}
    />
  );
  const props = { ...given, replace };
  if (service.monitoring === "3rd_party") return <Mail {...props} />;
  return (
    <>
      <Tool {...props} />
      <Heartbeat {...props} replace={!service.incoming_webhook_url && replace} />
    </>
  );
}
