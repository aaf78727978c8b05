import { Send } from "lucide-react";
import Link from "next/link";
import { ActionForm, Submit } from "#app/_ui/admin/form.tsx";
import { Pager } from "#app/_ui/admin/pager.tsx";
import { Refresh } from "#app/_ui/admin/refresh.tsx";
import { EmptyState, Screen } from "#app/_ui/admin/screen.tsx";
import { type Column, Table } from "#app/_ui/admin/table.tsx";
import { type Admin, openAdmin } from "#app/(admin)/_shared/open.ts";
import { readScreen } from "#app/(admin)/_shared/paging.ts";
import { listLog } from "#lib/notifications/log/read.ts";
import type { Logged } from "#lib/notifications/log/schema.ts";
import { resentSince } from "#lib/notifications/resend.ts";
import { listWebhooks } from "#lib/notifications/webhooks/webhooks.ts";
import { shortUrl } from "#lib/platform/crypto/mask.ts";
import { About } from "./_about.tsx";
import { filterIn, type LogQuery, NARROWS } from "./_filter.ts";
import { Narrow, Scope } from "./_narrow.tsx";
import { channelName, DeliveryState, outcomeText } from "./_ui.tsx";
import { resendNotificationAction } from "./actions.ts";

type Props = { params: Promise<{ subdomain: string }>; searchParams: Promise<LogQuery> };

/** Whom an entry is for; of a subscriber with the way to the record. */
function To({ row, admin }: { row: Logged; admin: Admin }) {
  const { page, may, t } = admin;
  if (row.kind === "webhook") return shortUrl(row.url);
  if (row.address === null)
    return <span className="text-muted">{t("admin_deliveries.no_one")}</span>;
  if (!may("subscription.write")) return row.address;
  return (
    <Link
      href={`/pages/${page.subdomain}/subscribers/${row.subscription_id}`}
      className="relative z-1 hover:underline"
    >
      {row.address}
    </Link>
  );
}

/** An entry's subject and outcome, and the time where that has no column. */
function Head({ row, admin }: { row: Logged; admin: Admin }) {
  const text = outcomeText(row, admin);
  return (
    <>
      <About row={row} admin={admin} />
      <span className="line-clamp-2 whitespace-normal text-muted text-xs" title={text}>
        <span className="max-md:hidden xl:hidden">
          {admin.format.shortDateTime(row.inserted_at)}
          {text && " · "}
        </span>
        {text}
      </span>
    </>
  );
}

function columnsFor(admin: Admin): Column<Logged>[] {
  const { t, format } = admin;
  return [
    {
      key: "state",
      label: t("admin_deliveries.state.title"),
      cell: ({ state }) => <DeliveryState state={state} t={t} />,
    },
    {
      key: "to",
      label: t("admin_deliveries.to"),
      width: "grow",
      cell: (row) => (
        <>
          <span className="line-clamp-2 whitespace-normal break-all">
            <To row={row} admin={admin} />
          </span>
          <span className="block text-muted text-xs">
            {channelName(row.kind === "webhook" ? "webhooks" : row.channel, t)}
          </span>
        </>
      ),
    },
    {
      key: "at",
      label: t("admin_deliveries.at"),
      from: "xl",
      cell: ({ inserted_at, attempts }) => (
        <>
          {format.shortDateTime(inserted_at)}
          <span className="block text-muted text-xs">
            {t("admin_deliveries.says.tried", { count: attempts })}
          </span>
        </>
      ),
    },
  ];
}

function Again({ row, admin }: { row: Logged; admin: Admin }) {
  const { page, now, t } = admin;
  if (row.kind === "webhook" || row.address === null) return null;
  if (row.is_unwanted || row.is_being_sent || row.inserted_at < resentSince(now)) return null;
  const { event_id, subscription_id, state, address } = row;
  const hidden = { subdomain: page.subdomain, event_id, subscription_id };
  return (
    <ActionForm action={resendNotificationAction} hidden={hidden}>
      <Submit className="button button-small">
        {t(state === "waiting" ? "admin_deliveries.sent_now" : "admin_deliveries.again")}
        <span className="sr-only"> {address}</span>
      </Submit>
    </ActionForm>
  );
}

function Log({ rows, admin }: { rows: Logged[]; admin: Admin }) {
  const { t, may } = admin;
  return (
    <Table
      label={t("admin_deliveries.title")}
      rows={rows}
      keyOf={({ kind, id }) => `${kind}-${id}`}
      head={{
        label: t("admin_deliveries.about"),
        cell: (row) => <Head row={row} admin={admin} />,
      }}
      columns={columnsFor(admin)}
      actions={may("subscription.write") ? (row) => <Again row={row} admin={admin} /> : undefined}
    />
  );
}

export default async function DeliveriesPage({ params, searchParams }: Props) {
  const { subdomain } = await params;
  const query = await searchParams;
  const admin = await openAdmin(subdomain);
  const { ctx, page, now, t } = admin;
  const path = `/pages/${subdomain}/deliveries`;
  const given = NARROWS.flatMap((name) => (query[name] ? [[name, query[name]]] : []));
  const filter = filterIn(query, page.time_zone);
  const [{ rows, newer, older }, webhooks] = await Promise.all([
    readScreen(`${path}?${new URLSearchParams(given)}`, query, (slice) =>
      listLog(ctx, page, slice, filter),
    ),
    listWebhooks(ctx, page),
  ]);
  const isNarrowed = given.length > 0;
  const isMoving = rows.some(({ due_at }) => due_at !== null && due_at <= now);
  return (
    <Screen
      title={t("admin_deliveries.title")}
      of={page.name}
      text={t("admin_deliveries.text")}
      t={t}
      actions={
        <Link href={`/pages/${subdomain}/integrations/webhooks`} className="button">
          {t("admin_webhooks.title")}
        </Link>
      }
    >
      {isMoving && <Refresh times={40} />}
      {(rows.length > 0 || isNarrowed) && <Narrow webhooks={webhooks} admin={admin} />}
      <Scope filter={filter} rows={rows} admin={admin} />
      {rows.length > 0 ? (
        <Log rows={rows} admin={admin} />
      ) : (
        <Nothing isNarrowed={isNarrowed} admin={admin} />
      )}
      <Pager newer={newer} older={older} label={t("admin_deliveries.title")} t={t}>
        {rows.length > 0 && t("admin_kit.field.zone", { zone: page.time_zone })}
      </Pager>
    </Screen>
  );
}

function Nothing({ isNarrowed, admin: { t } }: { isNarrowed: boolean; admin: Admin }) {
  if (isNarrowed)
    return <EmptyState title={t("admin_kit.filter.none")} text={t("admin_kit.filter.none_text")} />;
  return (
    <EmptyState
      icon={<Send size={28} strokeWidth={1.5} />}
      title={t("admin_deliveries.empty")}
      text={t("admin_deliveries.empty_text")}
    />
  );
}
