import { ActionForm, Submit } from "#app/_ui/admin/form.tsx";
import type { Admin } from "#app/(admin)/_shared/open.ts";
import { reasonText } from "#app/(admin)/_shared/reasons.ts";
import type { Quarantined } from "#lib/notifications/quarantine.ts";
import { releaseSubscriptionAction } from "./actions.ts";

/** Why nothing is sent to an address. */
export function whyText({ kind, reason }: Quarantined, { t }: Admin): string {
  return reason ? reasonText(reason, t) : t(`admin_quarantine.kind.${kind}`);
}

/** Whether, and when, it is tried again by itself. */
export function againText({ kind, until }: Quarantined, { t, format }: Admin): string {
  if (kind === "unwanted") return t("admin_quarantine.until.they");
  if (until === null) return t("admin_quarantine.until.never");
  return t("admin_quarantine.until.at", { time: format.shortDateTime(until) });
}

export function Release({ row, admin }: { row: Quarantined; admin: Admin }) {
  const { page, t } = admin;
  if (row.kind === "unwanted") return null;
  const hidden = { subdomain: page.subdomain, subscription_id: row.id };
  return (
    <ActionForm action={releaseSubscriptionAction} hidden={hidden}>
      <Submit className="button button-small">
        {t("admin_quarantine.release")}
        <span className="sr-only"> {row.address}</span>
      </Submit>
    </ActionForm>
  );
}
