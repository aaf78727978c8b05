import { Send } from "lucide-react";
import Link from "next/link";
import { Filters } from "#app/_ui/admin/filters.tsx";
import { Pager } from "#app/_ui/admin/pager.tsx";
import { EmptyState, Screen } from "#app/_ui/admin/screen.tsx";
import { type Column, Table } from "#app/_ui/admin/table.tsx";
import { type Admin, openAdmin } from "#app/(admin)/_open.ts";
import { readScreen } from "#app/(admin)/_paging.ts";
import { eventName, shortUrl } from "#app/(admin)/pages/[subdomain]/integrations/webhooks/_ui.tsx";
import { listLoggedDeliveries } from "#lib/webhooks/log/read.ts";
import type { LoggedDelivery } from "#lib/webhooks/log/schema.ts";
import { listWebhooks } from "#lib/webhooks/read.ts";
import { DELIVERY_STATES, TEST_EVENT, WEBHOOK_EVENTS, type Webhook } from "#lib/webhooks/schema.ts";
import { filterIn, type LogQuery } from "./_filter.ts";
import { answerOf, DeliveryState } from "./_ui.tsx";

type Props = { params: Promise<{ subdomain: string }>; searchParams: Promise<LogQuery> };

const NARROWS = ["state", "webhook_id", "event", "from", "to"];

function columnsFor({ t, format }: Admin): Column<LoggedDelivery>[] {
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
      cell: ({ url }) => shortUrl(url),
    },
    {
      key: "answer",
      label: t("admin_deliveries.answer"),
      from: "lg",
      cell: ({ last_attempt }) => answerOf(last_attempt, t),
    },
    {
      key: "attempts",
      label: t("admin_deliveries.attempts"),
      align: "end",
      from: "lg",
      card: "labelled",
      cell: ({ attempts_count }) => attempts_count,
    },
    {
      key: "at",
      label: t("admin_deliveries.at"),
      cell: ({ inserted_at }) => format.shortDateTime(inserted_at),
    },
  ];
}

function Narrow({ webhooks, admin: { t } }: { webhooks: Webhook[]; admin: Admin }) {
  return (
    <Filters
      choices={[
        {
          name: "state",
          label: t("admin_deliveries.state.any"),
          options: DELIVERY_STATES.map((value) => ({
            value,
            label: t(`admin_deliveries.state.${value}`),
          })),
        },
        {
          name: "webhook_id",
          label: t("admin_deliveries.any_webhook"),
          options: webhooks.map(({ id, url }) => ({ value: String(id), label: shortUrl(url) })),
        },
        {
          name: "event",
          label: t("admin_deliveries.any_event"),
          options: ([...WEBHOOK_EVENTS, TEST_EVENT] as const).map((value) => ({
            value,
            label: eventName(value, t),
          })),
        },
      ]}
      days={[
        { name: "from", label: t("admin_deliveries.from") },
        { name: "to", label: t("admin_deliveries.until") },
      ]}
    />
  );
}

export default async function DeliveriesPage({ params, searchParams }: Props) {
  const { subdomain } = await params;
  const query = await searchParams;
  const admin = await openAdmin(subdomain);
  const { ctx, page, t } = admin;
  const path = `/pages/${subdomain}/deliveries`;
  const given = NARROWS.flatMap((name) => (query[name] ? [[name, query[name]]] : []));
  const filter = filterIn(query, page.time_zone);
  const [{ rows, newer, older }, webhooks] = await Promise.all([
    readScreen(`${path}?${new URLSearchParams(given)}`, query, (slice) =>
      listLoggedDeliveries(ctx, page, slice, filter),
    ),
    listWebhooks(ctx, page),
  ]);
  const isNarrowed = NARROWS.some((name) => query[name]);
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
      {(rows.length > 0 || isNarrowed) && <Narrow webhooks={webhooks} admin={admin} />}
      {rows.length > 0 ? (
        <Table
          label={t("admin_deliveries.title")}
          rows={rows}
          keyOf={({ id }) => id}
          head={{
            label: t("admin_deliveries.event"),
            cell: ({ id, event }) => (
              <Link href={`${path}/${id}`} className="row-link truncate">
                {eventName(event, t)}
              </Link>
            ),
          }}
          columns={columnsFor(admin)}
        />
      ) : (
        <Nothing isNarrowed={isNarrowed} admin={admin} />
      )}
      <Pager newer={newer} older={older} label={t("admin_deliveries.title")} t={t}>
        {t("admin_kit.field.zone", { zone: page.time_zone })}
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
