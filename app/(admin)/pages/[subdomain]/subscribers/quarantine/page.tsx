import { MailCheck } from "lucide-react";
import Link from "next/link";
import { z } from "zod";
import { Filters } from "#app/_ui/admin/filters.tsx";
import { Pager } from "#app/_ui/admin/pager.tsx";
import { EmptyState, Screen } from "#app/_ui/admin/screen.tsx";
import { Table } from "#app/_ui/admin/table.tsx";
import { type Admin, openAdmin } from "#app/(admin)/_shared/open.ts";
import { readScreen } from "#app/(admin)/_shared/paging.ts";
import { channelName } from "#app/(admin)/pages/[subdomain]/deliveries/_ui.tsx";
import { SUBSCRIPTION_TYPES } from "#lib/channels/channel.ts";
import {
  listQuarantine,
  listQuarantineCauses,
  type Quarantined,
} from "#lib/notifications/quarantine.ts";
import type { Translate } from "#lib/platform/i18n/translator.ts";
import { Causes } from "./_causes.tsx";
import { againText, Release, whyText } from "./_ui.tsx";

type Query = Record<string, string | undefined>;
type Props = { params: Promise<{ subdomain: string }>; searchParams: Promise<Query> };

const KINDS = ["dead", "unwanted"] as const;

const Narrowed = z.object({
  query: z.string().max(200).catch(""),
  type: z.enum(SUBSCRIPTION_TYPES).optional().catch(undefined),
  kind: z.enum(KINDS).optional().catch(undefined),
});
const NARROWS = Object.keys(Narrowed.shape);

function Rows({ rows, admin }: { rows: Quarantined[]; admin: Admin }) {
  const { page, may, t, format } = admin;
  const writes = may("subscription.write");
  return (
    <Table
      label={t("admin_quarantine.title")}
      rows={rows}
      keyOf={({ id }) => id}
      head={{
        label: t("admin_subscribers.address"),
        width: "grow",
        cell: ({ id, address }) =>
          writes ? (
            <Link href={`/pages/${page.subdomain}/subscribers/${id}`} className="row-link truncate">
              {address}
            </Link>
          ) : (
            address
          ),
      }}
      columns={[
        {
          key: "type",
          label: t("admin_subscribers.type.title"),
          from: "lg",
          cell: ({ type }) => channelName(type, t),
        },
        {
          key: "kind",
          label: t("admin_quarantine.kind.title"),
          cell: ({ kind }) => t(`admin_quarantine.kind.${kind}`),
        },
        {
          key: "why",
          label: t("admin_quarantine.why"),
          width: "grow",
          cell: (row) => (
            <span className="line-clamp-2 whitespace-normal text-sm" title={whyText(row, admin)}>
              {whyText(row, admin)}
            </span>
          ),
        },
        {
          key: "since",
          label: t("admin_quarantine.since"),
          card: "labelled",
          cell: ({ at }) => at && format.shortDateTime(at),
        },
        {
          key: "again",
          label: t("admin_quarantine.until.title"),
          from: "lg",
          card: "labelled",
          cell: (row) => (row.until ? format.shortDateTime(row.until) : againText(row, admin)),
        },
      ]}
      actions={writes ? (row) => <Release row={row} admin={admin} /> : undefined}
    />
  );
}

export default async function QuarantinePage({ params, searchParams }: Props) {
  const { subdomain } = await params;
  const asked = await searchParams;
  const admin = await openAdmin(subdomain);
  const { ctx, page, t } = admin;
  const path = `/pages/${subdomain}/subscribers`;
  const { query, ...filter } = Narrowed.parse(asked);
  const given = NARROWS.flatMap((name) => (asked[name] ? [[name, asked[name]]] : []));
  const causes = given.length > 0 ? [] : await listQuarantineCauses(ctx, page);
  const { rows, newer, older } = await readScreen(
    `${path}/quarantine?${new URLSearchParams(given)}`,
    asked,
    (slice) => listQuarantine(ctx, page, slice, { ...filter, email_part: query.trim() }),
  );
  const isNarrowed = given.length > 0;
  return (
    <Screen
      title={t("admin_quarantine.title")}
      of={page.name}
      text={t("admin_quarantine.text")}
      t={t}
      back={{ href: path, label: t("admin_subscribers.title") }}
    >
      <Causes causes={causes} admin={admin} />
      {(rows.length > 0 || isNarrowed) && <Narrow t={t} />}
      {rows.length > 0 ? (
        <Rows rows={rows} admin={admin} />
      ) : (
        <EmptyState
          icon={isNarrowed ? undefined : <MailCheck size={28} strokeWidth={1.5} />}
          title={t(isNarrowed ? "admin_kit.filter.none" : "admin_quarantine.empty")}
          text={t(isNarrowed ? "admin_kit.filter.none_text" : "admin_quarantine.empty_text")}
        />
      )}
      <Pager newer={newer} older={older} label={t("admin_quarantine.title")} t={t}>
        {rows.length > 0 && t("admin_kit.field.zone", { zone: page.time_zone })}
      </Pager>
    </Screen>
  );
}

function Narrow({ t }: { t: Translate }) {
  return (
    <Filters
      search={{ name: "query", label: t("admin_quarantine.search") }}
      choices={[
        {
          name: "type",
          label: t("admin_subscribers.type.any"),
          options: SUBSCRIPTION_TYPES.map((value) => ({ value, label: channelName(value, t) })),
        },
        {
          name: "kind",
          label: t("admin_quarantine.kind.any"),
          options: KINDS.map((value) => ({ value, label: t(`admin_quarantine.kind.${value}`) })),
        },
      ]}
    />
  );
}
