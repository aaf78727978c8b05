import { CircleCheck, CircleHelp, CircleX, Clock, type LucideIcon } from "lucide-react";
import { CopyField } from "#app/_ui/admin/copy-field.tsx";
import { Section } from "#app/_ui/admin/section.tsx";
import type { DomainReport } from "#lib/domains/diagnosis/schema.ts";
import { readableDomain } from "#lib/platform/http/hosts.ts";
import type { Translate } from "#lib/platform/i18n/translator.ts";

type RecordLook = DomainReport["records"][number];

const LOOKS: Record<RecordLook["state"], { icon: LucideIcon; colour: string }> = {
  right: { icon: CircleCheck, colour: "text-closed" },
  wrong: { icon: CircleX, colour: "text-major" },
  missing: { icon: Clock, colour: "text-scheduled" },
  unknown: { icon: CircleHelp, colour: "text-muted" },
};

type Props = { report: DomainReport; t: Translate };

/** The records to create, each with what DNS says about it now. */
export function DomainRecords({ report: { domain, records, forward }, t }: Props) {
  return (
    <Section
      title={t("admin_access.domain.records")}
      text={t("admin_access.domain.records_text", { domain: readableDomain(domain) })}
    >
      {records.length === 0 && <p className="text-muted">{t("admin_access.domain.later")}</p>}
      {records.map((record) => (
        <RecordCard
          key={`${record.type} ${record.name} ${record.expected}`}
          record={record}
          t={t}
        />
      ))}
      {records.some(({ state }) => state !== "right") && (
        <details>
          <summary className="cursor-pointer font-medium">
            {t("admin_access.domain.forward")}
          </summary>
          <div className="mt-3">
            <CopyField label={t("admin_access.domain.message")} value={forward} isText />
          </div>
        </details>
      )}
    </Section>
  );
}

function RecordCard({ record, t }: { record: RecordLook; t: Translate }) {
  const { type, name, expected, found, state, text } = record;
  const { icon: Icon, colour } = LOOKS[state];
  const title = `${type} – ${t(`admin_access.domain.look.${state}`)}`;
  return (
    <section
      aria-label={t("joined.label", { label: title, value: name })}
      className="rounded-lg border border-line p-3"
    >
      <p className={`flex items-center gap-1.5 font-medium ${colour}`}>
        <Icon size={16} aria-hidden /> {title}
      </p>
      <div className="mt-3 grid grid-cols-[minmax(0,1fr)] gap-3 sm:grid-cols-2">
        <CopyField label={t("admin_access.domain.name", { type })} value={name} />
        <CopyField
          label={t("admin_access.domain.value", { type })}
          value={expected}
          later={t("admin_access.domain.later")}
        />
      </div>
      <p className="mt-3 wrap-anywhere text-sm">{text}</p>
      {state === "wrong" && found.length > 0 && (
        <p className="mt-1 wrap-anywhere text-muted text-sm">
          {t("admin_access.domain.answers")} <code>{found.join(", ")}</code>
        </p>
      )}
    </section>
  );
}
