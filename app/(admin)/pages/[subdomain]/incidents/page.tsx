import Link from "next/link";
import { Flash } from "#app/_ui/admin/flash.tsx";
import { found, openAdmin } from "#app/(admin)/_open.ts";
import type { Translate } from "#lib/i18n/translator.ts";
import {
  FILTERS,
  type Filter,
  filterOf,
  type IncidentList,
  type ListQuery,
  readIncidents,
} from "./_read.ts";
import { IncidentCards } from "./_ui/cards.tsx";
import { Empty } from "./_ui/empty.tsx";
import { IncidentTable } from "./_ui/table.tsx";

type Props = {
  params: Promise<{ subdomain: string }>;
  searchParams: Promise<ListQuery & { done?: string }>;
};

export default async function IncidentsPage({ params, searchParams }: Props) {
  const { subdomain } = await params;
  const query = await searchParams;
  const admin = await openAdmin(subdomain);
  const { t, page } = admin;
  const list = await found(readIncidents(admin, query));
  const filter = filterOf(query);
  return (
    <>
      <title>{t("admin.title", { title: `${t("admin.incidents.title")} · ${page.name}` })}</title>
      {query.done === "deleted" && <Flash text={t("admin.done.deleted")} />}
      <div className="mb-4 flex items-center justify-between gap-4">
        <h1 className="font-semibold text-2xl">{t("admin.incidents.title")}</h1>
        <Link
          href={`/pages/${subdomain}/incidents/new`}
          data-keys="c"
          className="button button-primary"
        >
          {t("admin.incidents.new")}
        </Link>
      </div>
      <Filters subdomain={subdomain} chosen={filter} t={t} />
      {list.incidents.length === 0 ? (
        <Empty filter={filter} create={`/pages/${subdomain}/incidents/new`} t={t} />
      ) : (
        <>
          <IncidentTable admin={admin} incidents={list.incidents} />
          <IncidentCards admin={admin} incidents={list.incidents} />
        </>
      )}
      <Pages list={list} zone={page.time_zone} t={t} />
    </>
  );
}

function Filters({ subdomain, chosen, t }: { subdomain: string; chosen: Filter; t: Translate }) {
  return (
    <nav aria-label={t("admin.incidents.filter")} className="mb-4 flex gap-1 border-line border-b">
      {FILTERS.map((filter) => (
        <Link
          key={filter}
          href={
            filter === "open"
              ? `/pages/${subdomain}/incidents`
              : `/pages/${subdomain}/incidents?show=${filter}`
          }
          aria-current={filter === chosen ? "true" : undefined}
          className="flex min-h-11 items-center border-transparent border-b-2 px-3 text-muted hover:text-ink aria-[current]:border-ink aria-[current]:font-medium aria-[current]:text-ink md:min-h-9"
        >
          {t(`admin.incidents.show_${filter}`)}
        </Link>
      ))}
    </nav>
  );
}

function Pages({ list, zone, t }: { list: IncidentList; zone: string; t: Translate }) {
  const { newer, older, total_count } = list;
  return (
    <div className="mt-4 flex flex-wrap items-center justify-between gap-4 text-muted text-sm">
      <p>
        {total_count > 0 && `${t("admin.incidents.count", { count: total_count })} · `}
        {t("admin.incidents.zone", { zone })}
      </p>
      {(newer || older) && (
        <nav aria-label={t("admin.incidents.pagination")} className="flex gap-2">
          {newer && (
            <Link href={newer} data-keys="k" className="button">
              {t("admin.incidents.newer")}
            </Link>
          )}
          {older && (
            <Link href={older} data-keys="j" className="button">
              {t("admin.incidents.older")}
            </Link>
          )}
        </nav>
      )}
    </div>
  );
}
