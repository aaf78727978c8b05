import { notFound } from "next/navigation";
import { ConfirmDialog } from "#app/_ui/admin/confirm-dialog.tsx";
import { Screen } from "#app/_ui/admin/screen.tsx";
import { Section } from "#app/_ui/admin/section.tsx";
import { found, openAdmin } from "#app/(admin)/_shared/open.ts";
import { AccessGroupForm } from "#app/(admin)/pages/[subdomain]/access-groups/_ui/form.tsx";
import {
  deleteAccessGroupAction,
  updateAccessGroupAction,
} from "#app/(admin)/pages/[subdomain]/access-groups/actions.ts";
import { AccessGroupParams } from "#lib/api/body.ts";
import { getAccessGroup } from "#lib/services/access-groups/access-groups.ts";

type Props = { params: Promise<{ subdomain: string; access_group_id: string }> };

export default async function AccessGroupPage({ params }: Props) {
  const route = await params;
  const admin = await openAdmin(route.subdomain);
  const { ctx, may, t } = admin;
  const target = AccessGroupParams.safeParse(route);
  if (!target.success || !may("access_group.write")) notFound();
  const group = await found(getAccessGroup(ctx, target.data));
  const back = {
    href: `/pages/${route.subdomain}/access-groups`,
    label: t("admin_access_groups.title"),
  };
  return (
    <Screen title={group.name} of={t("admin_access_groups.title")} t={t} back={back}>
      <AccessGroupForm action={updateAccessGroupAction} admin={admin} group={group} />
      <Section title={t("admin_access_groups.delete")} text={t("admin_access_groups.delete_text")}>
        <ConfirmDialog
          trigger={
            <button type="button" className="button button-danger">
              {t("admin_access_groups.delete")}
            </button>
          }
          title={t("admin_access_groups.delete")}
          text={t("admin_access_groups.delete_text")}
          name={group.name}
          action={deleteAccessGroupAction}
          hidden={target.data}
          submit={t("admin_access_groups.delete")}
        />
      </Section>
    </Screen>
  );
}
