import { Plus, Wrench } from "lucide-react";
import Link from "next/link";
import { Flash } from "#app/_ui/admin/flash.tsx";
import { Pager } from "#app/_ui/admin/pager.tsx";
import { EmptyState, Screen } from "#app/_ui/admin/screen.tsx";
import { TabLinks } from "#app/_ui/admin/tabs.tsx";
import { type Admin, openAdmin } from "#app/(admin)/_shared/open.ts";
import type { Cursor } from "#app/(admin)/_shared/paging.ts";
import { isMonth } from "./_calendar.ts";
import { readMaintenances } from "./_read.ts";
import { Calendar } from "./_ui/calendar.tsx";
import { MaintenanceTable } from "./_ui/table.tsx";

type Query = Cursor & { view?: string; month?: string; done?: string };
type Props = { params: Promise<{ subdomain: string }>; searchParams: Promise<Query> };

const VIEWS = ["planned", "past", "calendar"] as const;
const DONE = ["scheduled", "deleted"] as const;

export default async function MaintenancePage({ params, searchParams }: Props) {
  const { subdomain } = await params;
  const query = await searchParams;
  const admin = await openAdmin(subdomain);
  const { t, page, format, now } = admin;
  const address = `/pages/${subdomain}/maintenance`;
  const chosen = VIEWS.find((view) => view === query.view) ?? "planned";
  const said = DONE.find((known) => known === query.done);
  const month = isMonth(query.month) ? query.month : format.day(now).slice(0, "2026-11".length);
  return (
    <Screen
      title={t("admin_maintenance.title")}
      of={page.name}
      t={t}
      actions={
        <Link href={`${address}/new`} data-keys="m" className="button button-primary">
          <Plus size={16} aria-hidden /> {t("admin_maintenance.new")}
        </Link>
      }
    >
      {said && <Flash text={t(`admin_maintenance.done.${said}`)} />}
      <TabLinks
        label={t("admin_maintenance.views")}
        tabs={VIEWS.map((view) => ({
          href: view === "planned" ? address : `${address}?view=${view}`,
          label: t(`admin_maintenance.view.${view}`),
          isChosen: view === chosen,
        }))}
      />
      {chosen === "calendar" ? (
        <Calendar admin={admin} month={month} />
      ) : (
        <List admin={admin} view={chosen} cursor={query} />
      )}
    </Screen>
  );
}

type ListProps = { admin: Admin; view: "planned" | "past"; cursor: Cursor };

async function List({ admin, view, cursor }: ListProps) {
  const { t, page } = admin;
  const { rows, total_count, newer, older } = await readMaintenances(admin, view, cursor);
  return (
    <>
      {rows.length > 0 ? (
        <MaintenanceTable admin={admin} rows={rows} />
      ) : (
        <EmptyState
          icon={<Wrench size={28} strokeWidth={1.5} />}
          title={t(`admin_maintenance.empty.${view}`)}
          text={t(`admin_maintenance.empty.${view}_text`)}
        >
          <Link href={`/pages/${page.subdomain}/maintenance/new`} className="button">
            {t("admin_maintenance.new")}
          </Link>
        </EmptyState>
      )}
      <Pager {...{ newer, older, t }} label={t("admin_maintenance.pagination")}>
        {total_count > 0 && `${t("admin_maintenance.count", { count: total_count })} · `}
        {total_count > 0 && t("admin_kit.field.zone", { zone: page.time_zone })}
      </Pager>
    </>
  );
}
