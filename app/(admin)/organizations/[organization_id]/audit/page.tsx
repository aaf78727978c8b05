import Link from "next/link";
import { Filters } from "#app/_ui/admin/filters.tsx";
import { Pager } from "#app/_ui/admin/pager.tsx";
import { EmptyState, Screen } from "#app/_ui/admin/screen.tsx";
import { Table } from "#app/_ui/admin/table.tsx";
import { found } from "#app/(admin)/_shared/open.ts";
import {
  type OrganizationAdmin,
  openOrganization,
  zoneOf,
} from "#app/(admin)/_shared/organization.ts";
import { Pagination, pageLinks, sliceFrom } from "#lib/api/pagination.ts";
import { listAuditLog, nameSubjects } from "#lib/core/audit/read.ts";
import type { AuditRow } from "#lib/core/audit/schema.ts";
import { wireNow } from "#lib/platform/clock.ts";
import { env } from "#lib/platform/config/env.ts";
import { type Formats, formats } from "#lib/site/words/format.ts";
import { readActors } from "./_actors.ts";
import { Changes } from "./_changes.tsx";
import { filterIn } from "./_filter.ts";
import { actionChoices, actionText, Subject } from "./_words.tsx";

type Query = Record<string, string>;
type Props = { params: Promise<{ organization_id: string }>; searchParams: Promise<Query> };

type LogProps = {
  rows: AuditRow[];
  named: Awaited<ReturnType<typeof nameSubjects>>;
  admin: OrganizationAdmin;
  format: Formats;
};

function Log({ rows, named, admin: { t, pages }, format }: LogProps) {
  const names = new Map(pages.map(({ subdomain, name }) => [subdomain, name]));
  return (
    <Table
      label={t("admin_audit.title")}
      rows={rows}
      keyOf={({ id }) => id}
      head={{
        label: t("admin_audit.action"),
        cell: ({ action }) => <span title={action}>{actionText(action, t)}</span>,
      }}
      columns={[
        {
          key: "subject",
          label: t("admin_audit.subject"),
          cell: (row) => <Subject row={row} named={named.get(row.subject)} pages={names} t={t} />,
          width: "grow",
        },
        {
          key: "actor",
          label: t("admin_audit.actor"),
          cell: ({ actor, actor_name }) => (
            <Link href={`?actor=${actor}`} className="hover:underline">
              {actor === "system" ? t("admin_audit.system") : (actor_name ?? actor)}
            </Link>
          ),
        },
        {
          key: "changes",
          label: t("admin_audit.changes"),
          cell: (row) => <Changes before={row.before} changes={row.changes} t={t} />,
        },
        {
          key: "at",
          label: t("admin_audit.at"),
          cell: ({ inserted_at }) => format.shortDateTime(inserted_at),
        },
      ]}
    />
  );
}

export default async function AuditPage({ params, searchParams }: Props) {
  const { organization_id } = await params;
  const query = await searchParams;
  const admin = await openOrganization(organization_id);
  const { ctx, organization, pages, locale, t } = admin;
  const zone = zoneOf(pages, query.status_page);
  const format = formats(locale, zone, { date_format: null, time_format: null }, wireNow());
  const target = { organization_id: organization.id };
  const path = `/organizations/${organization.id}/audit`;
  const search = new URLSearchParams(query).toString();
  const url = `${env().APP_URL}${path}?${search}`;
  const slice = await found(Promise.try(() => sliceFrom(Pagination.parse(query), url)));
  const { rows, ...rest } = await found(listAuditLog(ctx, target, slice, filterIn(query, zone)));
  const named = await nameSubjects(ctx, target, rows);
  const { links } = pageLinks(url, rest);
  const address = (link: string | null) => link && `${path}${new URL(link).search}`;
  return (
    <Screen
      title={t("admin_audit.title")}
      of={organization.name}
      text={t("admin_audit.text")}
      t={t}
      actions={(["csv", "json"] as const).map((type) => (
        <a key={type} href={`${path}/export?${search}&type=${type}`} className="button" download>
          {t(`admin_audit.export.${type}`)}
        </a>
      ))}
    >
      <Filters
        choices={[
          { name: "action", label: t("admin_audit.any_action"), options: actionChoices(t) },
          {
            name: "actor",
            label: t("admin_audit.anybody"),
            options: await readActors(admin, rows, query.actor),
          },
          {
            name: "status_page",
            label: t("admin_audit.any_page"),
            options: pages.map(({ subdomain, name }) => ({ value: subdomain, label: name })),
          },
        ]}
        days={[
          { name: "from", label: t("admin_audit.from") },
          { name: "to", label: t("admin_audit.to") },
        ]}
      />
      {rows.length === 0 ? (
        <EmptyState title={t("admin_kit.filter.none")} text={t("admin_kit.filter.none_text")} />
      ) : (
        <Log rows={rows} named={named} admin={admin} format={format} />
      )}
      <Pager
        newer={address(links.prev)}
        older={address(links.next)}
        label={t("admin_audit.title")}
        t={t}
      >
        {rows.length > 0 && t("admin_kit.field.zone", { zone })}
      </Pager>
    </Screen>
  );
}
