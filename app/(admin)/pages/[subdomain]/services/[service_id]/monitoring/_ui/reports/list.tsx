import {
  CircleCheck,
  CircleHelp,
  CircleMinus,
  CircleX,
  FlaskConical,
  type LucideIcon,
  ShieldAlert,
} from "lucide-react";
import { Section } from "#app/_ui/admin/section.tsx";
import type { Admin } from "#app/(admin)/_shared/open.ts";
import {
  NEITHER_REASONS,
  type ServiceReport,
  type UnclearReason,
} from "#lib/monitoring/reports/schema.ts";
import { toolName } from "#lib/services/monitoring-tools.ts";

type Meaning = NonNullable<ServiceReport["understood"]> | "neither" | "nothing";

const LOOKS: Record<Meaning, { icon: LucideIcon; className: string }> = {
  up: { icon: CircleCheck, className: "text-closed" },
  down: { icon: CircleX, className: "text-major" },
  certificate: { icon: ShieldAlert, className: "text-minor" },
  test: { icon: FlaskConical, className: "text-scheduled" },
  neither: { icon: CircleMinus, className: "text-muted" },
  nothing: { icon: CircleHelp, className: "text-muted" },
};

function meaningOf({ understood, reason }: ServiceReport): Meaning {
  return understood ?? (NEITHER_REASONS.includes(reason) ? "neither" : "nothing");
}

function Meant({ report, admin: { t } }: { report: ServiceReport; admin: Admin }) {
  const meaning = meaningOf(report);
  const { icon: Icon, className } = LOOKS[meaning];
  return (
    <span className={`inline-flex items-center gap-1.5 font-medium ${className}`}>
      <Icon size={16} aria-hidden /> {t(`admin_reports.understood.${meaning}`)}
    </span>
  );
}

/** The report as it was sent. */
export function Content({ content, admin: { t } }: { content: string | null; admin: Admin }) {
  if (!content) return null;
  return (
    <details className="mt-1">
      <summary className="w-fit cursor-pointer text-muted text-sm touch:py-2">
        {t("admin_reports.content")}
      </summary>
      <pre className="wrap-anywhere mt-1 max-h-64 overflow-y-auto whitespace-pre-wrap rounded-md border border-line p-2 text-xs">
        {content}
      </pre>
    </details>
  );
}

function saidBy({ source, kind }: ServiceReport, { t }: Admin): string {
  if (kind) return toolName(kind) ?? t("admin_services.monitoring.own_tool");
  return t(`admin_reports.source.${source}`);
}

function Report({ report, admin }: { report: ServiceReport; admin: Admin }) {
  const { t, format } = admin;
  const { reason, detail, content } = report;
  const why =
    reason && reason !== "neither_state" && t(`admin_reports.reason.${reason as UnclearReason}`);
  return (
    <li className="py-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <Meant report={report} admin={admin} />
        <span className="text-muted text-sm">
          {format.shortDateTime(report.received_at)} · {saidBy(report, admin)}
        </span>
      </div>
      {(why || detail) && (
        <p className="wrap-anywhere mt-0.5 text-sm">{[why, detail].filter(Boolean).join(": ")}</p>
      )}
      <Content content={content} admin={admin} />
    </li>
  );
}

type ListProps = { admin: Admin; reports: ServiceReport[]; label: string };

export function Reports({ admin, reports, label }: ListProps) {
  return (
    <ol aria-label={label} className="-mb-3 divide-y divide-line">
      {reports.map((report) => (
        <Report key={report.id} report={report} admin={admin} />
      ))}
    </ol>
  );
}

type Believed = { is_up: boolean | null; since: string | null } | null | undefined;

function Belief({ believed, admin: { t, format } }: { believed: Believed; admin: Admin }) {
  if (!believed?.since || believed.is_up === null)
    return <p className="text-muted">{t("admin_reports.unknown")}</p>;
  const time = format.dateTime(believed.since);
  return (
    <p className={`font-semibold ${believed.is_up ? "" : "text-major"}`}>
      {t(`admin_checks.state.${believed.is_up ? "up" : "down"}`, { time })}
    </p>
  );
}

type Props = {
  admin: Admin;
  reports: ServiceReport[];
  /** undefined: reports do not set the state of the service. */
  believed: Believed;
};

/** The latest reports, each with the reason why it had no effect. */
export function ReportList({ admin, reports, believed }: Props) {
  const { t } = admin;
  return (
    <Section title={t("admin_reports.title")} text={t("admin_reports.text")}>
      {believed !== undefined && <Belief believed={believed} admin={admin} />}
      {reports[0] && (
        <p>
          {t("admin_reports.received", {
            meaning: t(`admin_reports.understood.${meaningOf(reports[0])}`),
          })}
        </p>
      )}
      {reports.length === 0 ? (
        <p className="text-muted">{t("admin_reports.waiting")}</p>
      ) : (
        <Reports admin={admin} reports={reports} label={t("admin_reports.title")} />
      )}
    </Section>
  );
}
