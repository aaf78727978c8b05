import { Info, Plus } from "lucide-react";
import Link from "next/link";
import { Flash } from "#app/_ui/admin/flash.tsx";
import { Pager } from "#app/_ui/admin/pager.tsx";
import { EmptyState, Screen } from "#app/_ui/admin/screen.tsx";
import { type Column, Table } from "#app/_ui/admin/table.tsx";
import { type Admin, openAdmin } from "#app/(admin)/_shared/open.ts";
import { type Cursor, readScreen } from "#app/(admin)/_shared/paging.ts";
import { ago, fewNames, shortTime } from "#app/(admin)/pages/[subdomain]/incidents/_ui/words.ts";
import { listInfoNotices } from "#lib/incidents/info-notices/read.ts";
import type { InfoNotice } from "#lib/incidents/info-notices/schema.ts";
import { listPlainServices } from "#lib/services/read.ts";
import { uniqueNames } from "#lib/services/tree.ts";
import { phaseOf } from "./_words.ts";

type Props = {
  params: Promise<{ subdomain: string }>;
  searchParams: Promise<Cursor & { done?: string }>;
};

export default async function NoticesPage({ params, searchParams }: Props) {
  const { subdomain } = await params;
  const query = await searchParams;
  const admin = await openAdmin(subdomain);
  const { ctx, page, t } = admin;
  const address = `/pages/${subdomain}/notices`;
  const { rows, total_count, newer, older } = await readScreen(address, query, (slice) =>
    listInfoNotices(ctx, page, slice),
  );
  const create = (
    <Link href={`${address}/new`} data-keys="n" className="button button-primary">
      <Plus size={16} aria-hidden /> {t("admin_notices.new")}
    </Link>
  );
  return (
    <Screen
      title={t("admin_notices.title")}
      of={page.name}
      t={t}
      actions={rows.length > 0 && create}
    >
      {query.done === "deleted" && <Flash text={t("admin_notices.done.deleted")} />}
      {!page.info_notices_enabled && <p className="note mb-4">{t("admin_notices.off")}</p>}
      {rows.length === 0 ? (
        <EmptyState
          icon={<Info size={28} strokeWidth={1.5} />}
          title={t("admin_notices.empty")}
          text={t("admin_notices.empty_text")}
        >
          {create}
        </EmptyState>
      ) : (
        <Notices admin={admin} notices={rows} />
      )}
      <Pager {...{ newer, older, t }} label={t("admin_notices.pagination")}>
        {total_count > 0 && `${t("admin_notices.count", { count: total_count })} · `}
        {total_count > 0 && t("admin_kit.field.zone", { zone: page.time_zone })}
      </Pager>
    </Screen>
  );
}

async function Notices({ admin, notices }: { admin: Admin; notices: InfoNotice[] }) {
  const { t, ctx, page } = admin;
  const names = uniqueNames(await listPlainServices(ctx, page), ({ name }) => name, t);
  return (
    <Table
      label={t("admin_notices.title")}
      rows={notices}
      keyOf={({ id }) => id}
      head={{
        label: t("admin_notices.name"),
        cell: ({ id, title }) => (
          <Link href={`/pages/${page.subdomain}/notices/${id}`} className="row-link" title={title}>
            {title}
          </Link>
        ),
      }}
      columns={columnsFor(admin, names)}
    />
  );
}

function columnsFor(admin: Admin, names: Map<number, string>): Column<InfoNotice>[] {
  const { t, now } = admin;
  const affected = ({ service_ids }: InfoNotice) =>
    service_ids.flatMap((id) => names.get(id) ?? []);
  return [
    {
      key: "phase",
      label: t("admin_notices.shown"),
      cell: (notice) => t(`admin_notices.phase.${phaseOf(notice, now)}`),
    },
    {
      key: "services",
      label: t("admin_notices.services"),
      from: "xl",
      cell: (notice) =>
        fewNames(affected(notice), admin) || (
          <span className="text-muted">{t("admin_notices.whole_page")}</span>
        ),
    },
    {
      key: "from",
      label: t("admin_notices.from"),
      card: "labelled",
      cell: ({ featured_from }) => shortTime(featured_from, admin),
    },
    {
      key: "until",
      label: t("admin_notices.until"),
      card: "labelled",
      cell: ({ featured_until }) =>
        featured_until ? shortTime(featured_until, admin) : t("admin_notices.open_end"),
    },
    {
      key: "last",
      label: t("admin_notices.last_update"),
      from: "xl",
      card: "none",
      cell: ({ updates: [newest] }) => newest && ago(newest.posted_at, admin),
    },
  ];
}
