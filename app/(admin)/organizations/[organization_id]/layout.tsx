import type { ReactNode } from "react";
import { AreaTexts } from "#app/_ui/admin/area-texts.tsx";
import { openOrganization } from "#app/(admin)/_shared/organization.ts";
import { FrameBeyondPages } from "#app/(admin)/_shell/frame-beyond-pages.tsx";

type Props = { params: Promise<{ organization_id: string }>; children: ReactNode };

export default async function OrganizationLayout({ params, children }: Props) {
  const { organization_id } = await params;
  const { organization, role, user, all_pages, t, locale } =
    await openOrganization(organization_id);
  return (
    <AreaTexts
      locale={locale}
      areas={["admin_organization", "admin_members", "admin_api_keys", "admin_audit"]}
    >
      <FrameBeyondPages
        user={user}
        t={t}
        title={organization.name}
        pages={all_pages}
        organizations={[{ ...organization, role, moved_to: null }]}
      >
        {children}
      </FrameBeyondPages>
    </AreaTexts>
  );
}
