import { Plus, UsersRound } from "lucide-react";
import Link from "next/link";
import { notFound } from "next/navigation";
import { Flash } from "#app/_ui/admin/flash.tsx";
import { EmptyState, Screen } from "#app/_ui/admin/screen.tsx";
import { Table } from "#app/_ui/admin/table.tsx";
import { found, openAdmin } from "#app/(admin)/_shared/open.ts";
import { listAccessGroups } from "#lib/services/access-groups/access-groups.ts";
import { PublicNote } from "./_ui/public-note.tsx";

type Props = {
  params: Promise<{ subdomain: string }>;
  searchParams: Promise<{ done?: string }>;
};

const DONE = ["created", "saved", "deleted"] as const;

export default async function AccessGroupsPage({ params, searchParams }: Props) {
  const { subdomain } = await params;
  const { done } = await searchParams;
  const admin = await openAdmin(subdomain);
  const { ctx, page, may, t } = admin;
  if (!may("access_group.write")) notFound();
  const groups = await found(listAccessGroups(ctx, page));
  const path = `/pages/${subdomain}/access-groups`;
  const said = DONE.find((known) => known === done);
  const create = (
    <Link href={`${path}/new`} data-keys="n" className="button button-primary">
      <Plus size={16} aria-hidden /> {t("admin_access_groups.new")}
    </Link>
  );
  return (
    <Screen
      title={t("admin_access_groups.title")}
      of={page.name}
      text={t("admin_access_groups.text")}
      t={t}
      actions={groups.length > 0 && create}
    >
      <PublicNote admin={admin} />
      {said && <Flash text={t(`admin_access_groups.done.${said}`)} />}
      {groups.length === 0 ? (
        <EmptyState
          icon={<UsersRound size={28} strokeWidth={1.5} />}
          title={t("admin_access_groups.empty")}
          text={t("admin_access_groups.empty_text")}
        >
          {create}
        </EmptyState>
      ) : (
        <Table
          label={t("admin_access_groups.title")}
          rows={groups}
          keyOf={({ id }) => id}
          head={{
            label: t("admin_access_groups.name"),
            cell: ({ id, name }) => (
              <Link href={`${path}/${id}`} className="row-link truncate">
                {name}
              </Link>
            ),
          }}
          columns={[
            {
              key: "services",
              label: t("admin_access_groups.services"),
              align: "end",
              card: "labelled",
              cell: ({ service_ids }) => service_ids.length,
            },
            {
              key: "members",
              label: t("admin_access_groups.members"),
              align: "end",
              card: "labelled",
              cell: ({ users_status_pages }) => users_status_pages.length,
            },
          ]}
        />
      )}
    </Screen>
  );
}
