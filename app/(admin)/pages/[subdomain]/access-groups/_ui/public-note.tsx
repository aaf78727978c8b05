import Link from "next/link";
import type { Admin } from "#app/(admin)/_shared/open.ts";

/** On a page that everybody sees, groups have no effect yet. */
export function PublicNote({ admin: { page, t } }: { admin: Admin }) {
  if (page.member_restricted) return null;
  return (
    <p className="note mb-4">
      {t("admin_access_groups.public")}{" "}
      <Link href={`/pages/${page.subdomain}/access#access`} className="text-link underline">
        {t("admin_access_groups.to_access")}
      </Link>
    </p>
  );
}
