import Link from "next/link";
import { Table } from "#app/_ui/admin/table.tsx";
import type { Admin } from "#app/(admin)/_shared/open.ts";
import { addressOf } from "#app/(admin)/pages/[subdomain]/subscribers/_address.ts";
import type { SubscriptionGroup } from "#lib/incidents/groups/schema.ts";
import type { Subscription } from "#lib/subscribers/schema.ts";

type Props = { admin: Admin; rows: Subscription[]; groups: SubscriptionGroup[] };

export function SubscriberTable({ admin, rows, groups }: Props) {
  const { page, may, t, format } = admin;
  const names = new Map(groups.map(({ id, name }) => [id, name]));
  return (
    <Table
      label={t("admin_subscribers.title")}
      rows={rows}
      keyOf={({ id }) => id}
      head={{
        label: t("admin_subscribers.address"),
        cell: (row) =>
          may("subscription.write") ? (
            <Link
              href={`/pages/${page.subdomain}/subscribers/${row.id}`}
              className="row-link truncate"
            >
              {addressOf(row)}
            </Link>
          ) : (
            addressOf(row)
          ),
      }}
      columns={[
        {
          key: "type",
          label: t("admin_subscribers.type.title"),
          cell: ({ type }) => t(`admin_subscribers.type.${type}`),
        },
        {
          key: "of",
          label: t("admin_subscribers.filter.title"),
          cell: ({ filter, service_ids }) =>
            filter === "services"
              ? t("admin_subscribers.services_count", { count: service_ids.length })
              : t(`admin_subscribers.filter.${filter}`),
        },
        {
          key: "groups",
          label: t("admin_subscribers.groups"),
          width: "grow",
          from: "lg",
          cell: ({ subscription_group_ids }) =>
            format.list(subscription_group_ids.flatMap((id) => names.get(id) ?? [])),
        },
        {
          key: "confirmed",
          label: t("admin_subscribers.state.title"),
          cell: ({ confirm }) =>
            t(`admin_subscribers.state.${confirm ? "confirmed" : "unconfirmed"}`),
        },
        {
          key: "since",
          label: t("admin_subscribers.since"),
          from: "lg",
          card: "labelled",
          cell: ({ inserted_at }) => format.shortDateTime(inserted_at),
        },
      ]}
    />
  );
}
