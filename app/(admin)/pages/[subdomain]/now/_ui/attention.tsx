import { CircleAlert, Info, TriangleAlert } from "lucide-react";
import Link from "next/link";
import type { Admin } from "#app/(admin)/_shared/open.ts";
import { reasonText } from "#app/(admin)/_shared/reasons.ts";
import { hasScreen } from "#app/(admin)/_shell/entries.ts";
import { ago } from "#app/(admin)/pages/[subdomain]/incidents/_ui/words.ts";
import { vendorOf } from "#app/(admin)/pages/[subdomain]/integrations/_kinds.ts";
import type { Finding } from "#lib/api/findings/schema.ts";
import { explainReason } from "#lib/monitoring/checks/reasons.ts";
import { explainBackup } from "#lib/monitoring/warnings/backup-problems.ts";
import { explainPurge } from "#lib/monitoring/warnings/purge-problems.ts";
import { secondsBetween } from "#lib/platform/clock.ts";
import { shortUrl } from "#lib/platform/crypto/mask.ts";
import { sentenceCase } from "#lib/platform/i18n/translator.ts";
import { Part } from "./part.tsx";

const LOOKS = {
  error: { icon: CircleAlert, colour: "text-major" },
  warning: { icon: TriangleAlert, colour: "text-minor" },
  info: { icon: Info, colour: "text-scheduled" },
};

/** Where something is put right; null: it has no screen. */
function addressOf({ kind, subject_type, subject_id }: Finding, admin: Admin): string | null {
  const base = `/pages/${admin.page.subdomain}`;
  const emails = hasScreen("emails", admin) ? `${base}/emails` : null;
  if (kind === "backup_failed" || kind === "cdn_purge_failing") return null;
  if (kind === "mail_template_failing") return emails;
  if (kind === "addresses_quarantined") return `${base}/subscribers/quarantine`;
  if (kind === "mail_not_sent") return emails && `${base}/emails/kept`;
  if (kind === "mail_waiting") return `${base}/deliveries`;
  if (subject_type === "service") return `${base}/services/${subject_id}/monitoring`;
  if (subject_type === "incident") return `${base}/incidents/${subject_id}`;
  if (subject_type === "status_page") return hasScreen("access", admin) ? `${base}/access` : null;
  if (subject_type === "integration")
    return admin.may("integration.write")
      ? `${base}/integrations/${subject_id}`
      : `${base}/integrations`;
  const list = `${base}/integrations/webhooks`;
  return admin.may("webhook.write") ? `${list}/${subject_id}` : list;
}

function subjectText({ kind, subject, detail }: Finding, { t }: Admin): string {
  if (kind === "integration_failing") return vendorOf(subject);
  if (kind === "mail_not_sent") return t("admin_emails.kept.title");
  if (kind === "webhook_failing") return shortUrl(subject);
  if (kind === "addresses_quarantined")
    return t("admin_now.attention.addresses", { count: Number(detail) });
  return subject;
}

function detailText({ kind, detail }: Finding, { t }: Admin): string | null {
  if (kind === "addresses_quarantined") return null;
  if (kind === "backup_failed") return sentenceCase(explainBackup(t, detail), t);
  if (kind === "cdn_purge_failing") return sentenceCase(explainPurge(t, detail), t);
  if (kind === "service_down") {
    const [reason = null, ...figures] = detail?.split(" ") ?? [];
    return explainReason(t, reason, figures.join(" "));
  }
  const isNoted = kind === "integration_failing" || kind === "mail_waiting";
  return isNoted && detail ? reasonText(detail, t) : detail;
}

/** When, as it concerns a finding: "in 8 min" of what is due, else how long ago. */
function when({ since }: Finding, admin: Admin): string | null {
  if (!since) return null;
  const seconds = secondsBetween(admin.now, since);
  if (seconds <= 0) return ago(since, admin);
  return admin.t("admin.incidents.starts_in", { duration: admin.format.duration(seconds) });
}

/** Findings, the most urgent first. */
export function Attention({ admin, findings }: { admin: Admin; findings: Finding[] }) {
  const { t } = admin;
  return (
    <Part title={t("admin_now.attention.title")} empty={t("admin_now.attention.none")}>
      {findings.map((finding) => {
        const { kind, subject_type, subject_id, urgency } = finding;
        const subject = subjectText(finding, admin);
        const detail = detailText(finding, admin);
        const { icon: Icon, colour } = LOOKS[urgency];
        const address = addressOf(finding, admin);
        return (
          <li key={`${kind}-${subject_type}-${subject_id}`} className="flex gap-2 py-2">
            <Icon size={16} aria-hidden className={`mt-0.5 shrink-0 ${colour}`} />
            <div className="min-w-0">
              <p>{t(`admin_now.attention.${kind}`)}</p>
              <p className="flex flex-wrap gap-x-2 text-muted">
                {address ? (
                  <Link
                    href={address}
                    className="inline-flex items-center text-link hover:underline touch:min-h-11"
                  >
                    {subject}
                  </Link>
                ) : (
                  subject
                )}
                {when(finding, admin)}
              </p>
              {detail && <p className="wrap-anywhere text-muted">{detail}</p>}
            </div>
          </li>
        );
      })}
    </Part>
  );
}
