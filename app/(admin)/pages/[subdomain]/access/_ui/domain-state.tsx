import { CircleCheck, CircleX, Clock, type LucideIcon, Minus } from "lucide-react";
import { ActionForm, Submit } from "#app/_ui/admin/form.tsx";
import { Refresh } from "#app/_ui/admin/refresh.tsx";
import { Section } from "#app/_ui/admin/section.tsx";
import type { Admin } from "#app/(admin)/_shared/open.ts";
import { checkDomainAction } from "#app/(admin)/pages/[subdomain]/access/actions.ts";
import type { DomainReport } from "#lib/domains/diagnosis/schema.ts";
import type { DomainConfig } from "#lib/pages/domain-config.ts";
import { readableDomain } from "#lib/platform/http/hosts.ts";

const LOOKS: Record<DomainConfig["status"], { icon: LucideIcon; colour: string }> = {
  disabled: { icon: Minus, colour: "text-muted" },
  configuring: { icon: Clock, colour: "text-scheduled" },
  failed_to_configure: { icon: CircleX, colour: "text-major" },
  active: { icon: CircleCheck, colour: "text-closed" },
};

const URGENT: Record<DomainReport["problems"][number]["urgency"], string> = {
  error: "note note-bad",
  warning: "note",
  info: "text-muted text-sm",
};

type Props = { admin: Admin; report: DomainReport };

/** How far the page's own domain is, what its check saw, and what stands in the way. */
export function DomainState({ admin, report }: Props) {
  const { page, t, format } = admin;
  const { domain, status, error, previous_domain } = page.domain_config;
  const { icon: Icon, colour } = LOOKS[status];
  const { checked_at, problems } = report;
  return (
    <Section title={t("admin_access.domain.title")} text={t("admin_access.domain.text")}>
      {status === "configuring" && <Refresh />}
      <div role="status" className="space-y-2">
        <p className="wrap-anywhere font-medium">{readableDomain(domain ?? "")}</p>
        <p className={`flex items-center gap-1.5 font-medium ${colour}`}>
          <Icon size={16} aria-hidden /> {t(`admin_access.domain.state.${status}`)}
        </p>
        <p>{error ?? report.text}</p>
        {previous_domain && status !== "active" && (
          <p className="text-muted text-sm">
            {t("admin_access.domain.previous", { domain: readableDomain(previous_domain) })}
          </p>
        )}
      </div>
      {problems.map(({ urgency, code, text }) => (
        <p key={`${code} ${text}`} className={`wrap-anywhere ${URGENT[urgency]}`}>
          {text}
        </p>
      ))}
      {checked_at && <Findings report={report} t={t} />}
      <ActionForm
        action={checkDomainAction}
        hidden={{ organization_id: page.organization_id, subdomain: page.subdomain }}
        className="flex flex-wrap items-center gap-3"
      >
        <Submit className="button" busy={t("admin_access.domain.checking")}>
          {t("admin_access.domain.check")}
        </Submit>
        {checked_at && (
          <span className="text-muted text-sm">
            {t("admin_access.domain.checked_at", { time: format.dateTime(checked_at) })}
          </span>
        )}
      </ActionForm>
    </Section>
  );
}

function Findings({ report, t }: { report: DomainReport; t: Admin["t"] }) {
  const { way_text, reached, certificate, caa, dnssec } = report;
  const said = [
    { name: "way", text: way_text },
    { name: "reached", text: reached.text },
    { name: "certificate", text: certificate.text },
    { name: "caa", text: caa.text },
    { name: "dnssec", text: dnssec.text },
  ] as const;
  return (
    <dl className="space-y-2 text-sm">
      {said.map(({ name, text }) => (
        <div key={name} className="grid gap-x-4 sm:grid-cols-[9rem_minmax(0,1fr)]">
          <dt className="text-muted">{t(`admin_access.domain.finding.${name}`)}</dt>
          <dd className="wrap-anywhere">{text}</dd>
        </div>
      ))}
    </dl>
  );
}
