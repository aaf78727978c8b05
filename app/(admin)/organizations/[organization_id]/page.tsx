import { Layers, Plus } from "lucide-react";
import Link from "next/link";
import { Flash } from "#app/_ui/admin/flash.tsx";
import { EmptyState, Screen } from "#app/_ui/admin/screen.tsx";
import { found } from "#app/(admin)/_shared/open.ts";
import { openOrganization } from "#app/(admin)/_shared/organization.ts";
import { getUsage } from "#lib/core/outbox/usage.ts";
import { SignInRules } from "./_sign-in.tsx";
import { Another, Delete, Name, Pages, UsageSection } from "./_ui.tsx";

type Props = {
  params: Promise<{ organization_id: string }>;
  searchParams: Promise<{ done?: string }>;
};

export default async function OrganizationPage({ params, searchParams }: Props) {
  const { organization_id } = await params;
  const { done } = await searchParams;
  const admin = await openOrganization(organization_id);
  const { ctx, organization, pages, may, t } = admin;
  const usage = await found(getUsage(ctx, { organization_id: organization.id }));
  const create = may("status_page.write") && (
    <Link
      href={`/organizations/${organization.id}/new`}
      data-keys="n"
      className="button button-primary"
    >
      <Plus size={16} aria-hidden /> {t("admin_organization.new_page")}
    </Link>
  );
  return (
    <Screen
      title={t("admin_organization.pages")}
      of={organization.name}
      aside={pages.length > 0 && pages.length}
      t={t}
      actions={pages.length > 0 && create}
    >
      {done === "created" && <Flash text={t("admin_organization.done.created")} />}
      {pages.length === 0 ? (
        <EmptyState
          icon={<Layers size={28} strokeWidth={1.5} />}
          title={t("admin_organization.empty")}
          text={t("admin_organization.empty_text")}
        >
          {create}
        </EmptyState>
      ) : (
        <Pages admin={admin} />
      )}
      <div className="mt-10">
        {may("organization.write") && <Name admin={admin} />}
        {may("organization.write") && <SignInRules organization={organization} t={t} />}
        <UsageSection admin={admin} usage={usage} />
        {may("organization.write") && <Another admin={admin} />}
        {may("organization.write") && <Delete admin={admin} />}
      </div>
    </Screen>
  );
}
