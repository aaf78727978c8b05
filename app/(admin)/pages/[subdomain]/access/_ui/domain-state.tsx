import { CircleCheck, CircleX, Clock, type LucideIcon, Minus } from "lucide-react";
import { CopyField } from "#app/_ui/admin/copy-field.tsx";
import { Section } from "#app/_ui/admin/section.tsx";
import type { Translate } from "#lib/i18n/translator.ts";
import { type DomainConfig, OWN_DRIVER } from "#lib/status-pages/domain-config.ts";
import type { StatusPage } from "#lib/status-pages/schema.ts";

const LOOKS: Record<DomainConfig["status"], { icon: LucideIcon; colour: string }> = {
  disabled: { icon: Minus, colour: "text-muted" },
  configuring: { icon: Clock, colour: "text-scheduled" },
  failed_to_configure: { icon: CircleX, colour: "text-major" },
  active: { icon: CircleCheck, colour: "text-closed" },
};

type DnsRecord = { type: "CNAME" | "TXT"; name: string; value: string };

/** What has to stand in the DNS; by our own driver the domain points to the page's address here. */
function recordsOf({ domain_config: config }: StatusPage, own: string): DnsRecord[] {
  const told: Partial<NonNullable<DomainConfig["validation_records"]>> =
    config.validation_records ?? {};
  const here = config.provider === OWN_DRIVER ? new URL(own).hostname : "";
  const target = told.hostname_cname_value || config.main_hostname || here;
  const records: DnsRecord[] = [
    { type: "CNAME", name: told.hostname_cname_name || (config.domain ?? ""), value: target },
    { type: "TXT", name: told.hostname_txt_name ?? "", value: told.hostname_txt_value ?? "" },
    { type: "TXT", name: told.certificate_txt_name ?? "", value: told.certificate_txt_value ?? "" },
  ];
  return records.filter(({ name, value }) => name !== "" && value !== "");
}

type Props = { page: StatusPage; own: string; t: Translate };

/** How far the page's own domain is, and what to do for it. */
export function DomainState({ page, own, t }: Props) {
  const { domain, status, error, previous_domain } = page.domain_config;
  if (domain === null) return null;
  const { icon: Icon, colour } = LOOKS[status];
  const records = recordsOf(page, own);
  return (
    <Section
      title={t("admin_access.domain.records")}
      text={t("admin_access.domain.records_text", { domain })}
    >
      <div>
        <p className="font-medium">{domain}</p>
        <p className={`flex items-center gap-1.5 font-medium ${colour}`}>
          <Icon size={16} aria-hidden /> {t(`admin_access.domain.state.${status}`)}
        </p>
        {error && <p className="text-muted">{error}</p>}
        {previous_domain && status !== "active" && (
          <p className="text-muted text-sm">
            {t("admin_access.domain.previous", { domain: previous_domain })}
          </p>
        )}
      </div>
      {records.length === 0 && <p className="text-muted">{t("admin_access.domain.later")}</p>}
      {records.map(({ type, name, value }) => (
        <div key={name} className="space-y-3">
          <CopyField label={t("admin_access.domain.name", { type })} value={name} later="" />
          <CopyField label={t("admin_access.domain.value", { type })} value={value} later="" />
        </div>
      ))}
    </Section>
  );
}
