import { notFound } from "next/navigation";
import { Screen } from "#app/_ui/admin/screen.tsx";
import { openAdmin } from "#app/(admin)/_shared/open.ts";
import { AccessGroupForm } from "#app/(admin)/pages/[subdomain]/access-groups/_ui/form.tsx";
import { createAccessGroupAction } from "#app/(admin)/pages/[subdomain]/access-groups/actions.ts";

type Props = { params: Promise<{ subdomain: string }> };

export default async function NewAccessGroupPage({ params }: Props) {
  const { subdomain } = await params;
  const admin = await openAdmin(subdomain);
  const { may, page, t } = admin;
  if (!may("access_group.write")) notFound();
  const back = { href: `/pages/${subdomain}/access-groups`, label: t("admin_access_groups.title") };
  return (
    <Screen title={t("admin_access_groups.new")} of={page.name} t={t} back={back}>
      <AccessGroupForm action={createAccessGroupAction} admin={admin} />
    </Screen>
  );
}
