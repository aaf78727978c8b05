import type { ReactNode } from "react";
import { AreaTexts } from "#app/_ui/admin/area-texts.tsx";
import { FrameBeyondPages } from "#app/(admin)/_shell/frame-beyond-pages.tsx";
import { listOwnOrganizations } from "#lib/identity/organizations/organizations.ts";
import { listOwnPages } from "#lib/pages/read.ts";
import { openAccount } from "./_open.ts";

/** One's own account, with the ways to what one manages; none as long as only it may be used. */
export default async function AccountLayout({ children }: { children: ReactNode }) {
  const { ctx, user, session, target, locale, t } = await openAccount();
  const [organizations, pages] = session.is_weak
    ? [[], []]
    : await Promise.all([listOwnOrganizations(ctx, target), listOwnPages(ctx, target)]);
  return (
    <AreaTexts locale={locale} areas={["admin_account"]}>
      <FrameBeyondPages
        user={user}
        t={t}
        title={t("admin_account.title")}
        pages={pages}
        organizations={organizations}
      >
        {children}
      </FrameBeyondPages>
    </AreaTexts>
  );
}
