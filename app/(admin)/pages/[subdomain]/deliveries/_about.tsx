import Link from "next/link";
import type { Admin } from "#app/(admin)/_shared/open.ts";
import { eventName } from "#app/(admin)/pages/[subdomain]/integrations/webhooks/_ui.tsx";
import { UPDATE_TYPES, type UpdateType } from "#lib/incidents/schema.ts";
import type { EventSubject, Logged } from "#lib/notifications/log/schema.ts";
import { updateWord } from "#lib/site/words/labels.ts";

/** The screen of what was told; null: it is deleted. */
function addressOf({ subject, title, update_id }: EventSubject, admin: Admin): string | null {
  if (title === null) return null;
  const [kind, id] = subject.split(":");
  const base = `/pages/${admin.page.subdomain}`;
  if (kind === "info_notice") return `${base}/notices/${id}`;
  return `${base}/incidents/${id}${update_id ? `#update-${update_id}` : ""}`;
}

function isUpdateType(type: string | null): type is UpdateType {
  return UPDATE_TYPES.some((known) => known === type);
}

/** Which update of it was told. */
function updateText(told: EventSubject, { t }: Admin): string | null {
  const { subject, update_type: type, posted_at, severity, starts_at, plan } = told;
  if (subject.startsWith("info_notice:")) return t("admin_deliveries.notice_update");
  if (!isUpdateType(type) || posted_at === null) return null;
  const incident = { severity: severity ?? "major", starts_at: starts_at ?? posted_at, plan };
  return t(updateWord({ type, posted_at }, incident));
}

/** An entry's subject, linked; that of a webhook's entry to its payload. */
export function About({ row, admin }: { row: Logged; admin: Admin }) {
  const { page, t } = admin;
  const title = row.told && (row.told.title ?? t("admin_deliveries.gone"));
  if (row.kind === "webhook")
    return (
      <Link href={`/pages/${page.subdomain}/deliveries/${row.id}`} className="row-link truncate">
        {[eventName(row.event, t), title].filter(Boolean).join(" · ")}
      </Link>
    );
  const text = [row.told && updateText(row.told, admin), title ?? t("admin_deliveries.gone")];
  const address = row.told && addressOf(row.told, admin);
  const label = text.filter(Boolean).join(" · ");
  return address ? (
    <Link href={address} className="row-link truncate">
      {label}
    </Link>
  ) : (
    <span className="truncate text-muted">{label}</span>
  );
}
