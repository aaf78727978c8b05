import Link from "next/link";
import type { Admin } from "#app/(admin)/_shared/open.ts";

/** Says that a page's mail is only kept, and leads to what sends it. */
export function Unsent({ admin, isFolder = false }: { admin: Admin; isFolder?: boolean }) {
  const { t, may, page } = admin;
  const base = `/pages/${page.subdomain}`;
  return (
    <div className="note note-bad mb-4 flex flex-wrap items-center justify-between gap-3">
      <p className="min-w-0 max-w-prose">{t("admin_emails.kept.unsent")}</p>
      <div className="flex flex-wrap gap-2">
        {!isFolder && may("subscription.write") && (
          <Link href={`${base}/emails/kept`} className="button">
            {t("admin_emails.kept.title")}
          </Link>
        )}
        {may("integration.write") && (
          <Link href={`${base}/integrations/new?kind=smtp`} className="button">
            {t("admin_emails.kept.set_up")}
          </Link>
        )}
      </div>
    </div>
  );
}
