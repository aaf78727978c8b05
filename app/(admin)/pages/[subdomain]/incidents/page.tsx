import { Plus, TriangleAlert } from "lucide-react";
import Link from "next/link";
import { Fragment } from "react";
import { Filters } from "#app/_ui/admin/filters.tsx";
import { Flash } from "#app/_ui/admin/flash.tsx";
import { Pager } from "#app/_ui/admin/pager.tsx";
import { EmptyState, Screen } from "#app/_ui/admin/screen.tsx";
import { TabLinks } from "#app/_ui/admin/tabs.tsx";
import { type Admin, found, openAdmin } from "#app/(admin)/_shared/open.ts";
import { listPlainServices } from "#lib/services/read.ts";
import { outline } from "#lib/services/tree.ts";
import { readTypes } from "./_choices.ts";
import { FILTERS, filterOf, isNarrowed, type ListQuery, readIncidents } from "./_read.ts";
import { Drafts } from "./_ui/drafts.tsx";
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
  const { incidents, total_count, newer, older } = await found(readIncidents(admin, query));
  const address = `/pages/${subdomain}/incidents`;
  const chosen = filterOf(query);
  return (
    <Screen
      title={t("admin.incidents.title")}
      of={page.name}
      t={t}
      actions={
        <Link href={`${address}/new`} data-keys="c" className="button button-primary">
          <Plus size={16} aria-hidden /> {t("admin.incidents.new")}
        </Link>
      }
    >
      {query.done === "deleted" && <Flash text={t("admin.done.deleted")} />}
      <TabLinks
        label={t("admin.incidents.filter")}
        tabs={FILTERS.map((filter) => ({
          href: filter === "open" ? address : `${address}?show=${filter}`,
          label: t(`admin.incidents.show_${filter}`),
          isChosen: filter === chosen,
        }))}
      />
      <Narrow admin={admin} />
      {!isNarrowed(query) && chosen === "open" && !query.after && !query.before && (
        <Drafts admin={admin} />
      )}
      {incidents.length > 0 ? (
        <IncidentTable admin={admin} incidents={incidents} />
      ) : (
        <Nothing admin={admin} query={query} />
      )}
      <Pager newer={newer} older={older} label={t("admin.incidents.pagination")} t={t}>
        {total_count > 0 && `${t("admin.incidents.count", { count: total_count })} · `}
        {total_count > 0 && t("admin.incidents.zone", { zone: page.time_zone })}
        {total_count > 0 && <Exports subdomain={subdomain} query={query} t={t} />}
      </Pager>
    </Screen>
  );
}

type ExportProps = { subdomain: string; query: ListQuery; t: Admin["t"] };

/** All that the filters leave, as one file. */
function Exports({ subdomain, query, t }: ExportProps) {
  const { after: _, before: __, ...filters } = query;
  return (["csv", "json"] as const).map((format) => {
    const asked = new URLSearchParams({ ...filters, format });
    return (
      <Fragment key={format}>
        {" · "}
        <a
          href={`/pages/${subdomain}/incidents/export?${asked}`}
          className="text-link underline"
          download
        >
          {t(`admin_composer.export.${format}`)}
        </a>
      </Fragment>
    );
  });
}

async function Narrow({ admin }: { admin: Admin }) {
  const { ctx, page, t } = admin;
  const services = outline(await listPlainServices(ctx, page));
  const options = services.map(({ id, name, depth }) => ({
    value: String(id),
    label: `${"\u2003".repeat(depth)}${name}`,
  }));
  const types = (await readTypes(admin)).map(({ key, name, severity }) => ({
    value: key,
    label: name ?? t(`public.type.${severity}`),
  }));
  return (
    <Filters
      search={{ name: "q", label: t("admin.incidents.search") }}
      choices={[
        { name: "service_id", label: t("admin.incidents.any_service"), options },
        { name: "type", label: t("admin_composer.any_type"), options: types },
      ]}
      days={[
        { name: "from", label: t("admin.incidents.from") },
        { name: "to", label: t("admin.incidents.to") },
      ]}
    />
  );
}

function Nothing({ admin, query }: { admin: Admin; query: ListQuery }) {
  const { t, page } = admin;
  if (isNarrowed(query))
    return <EmptyState title={t("admin_kit.filter.none")} text={t("admin_kit.filter.none_text")} />;
  const filter = filterOf(query);
  return (
    <EmptyState
      icon={<TriangleAlert size={28} strokeWidth={1.5} />}
      title={t(`admin.incidents.empty_${filter}`)}
      text={t(`admin.incidents.empty_${filter}_text`)}
    >
      <Link href={`/pages/${page.subdomain}/incidents/new`} className="button">
        {t("admin.incidents.new")}
      </Link>
    </EmptyState>
  );
}
