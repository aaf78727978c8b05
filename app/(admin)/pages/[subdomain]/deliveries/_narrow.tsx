import Link from "next/link";
import { Filters } from "#app/_ui/admin/filters.tsx";
import type { Admin } from "#app/(admin)/_shared/open.ts";
import { readEventLog } from "#lib/notifications/log/read.ts";
import {
  LOG_CHANNELS,
  LOG_STATES,
  type LogFilter,
  type Logged,
} from "#lib/notifications/log/schema.ts";
import type { Webhook } from "#lib/notifications/webhooks/schema.ts";
import { shortUrl } from "#lib/platform/crypto/mask.ts";
import { News } from "./_news.tsx";
import { channelName } from "./_ui.tsx";

export function Narrow({ webhooks, admin: { t } }: { webhooks: Webhook[]; admin: Admin }) {
  const byWebhook = {
    name: "webhook_id",
    label: t("admin_deliveries.any_webhook"),
    options: webhooks.map(({ id, url }) => ({ value: String(id), label: shortUrl(url) })),
  };
  return (
    <Filters
      choices={[
        {
          name: "state",
          label: t("admin_deliveries.state.any"),
          options: LOG_STATES.map((value) => ({
            value,
            label: t(`admin_deliveries.state.${value}`),
          })),
        },
        {
          name: "channel",
          label: t("admin_deliveries.channel.any"),
          options: LOG_CHANNELS.map((value) => ({ value, label: channelName(value, t) })),
        },
        ...(webhooks.length > 0 ? [byWebhook] : []),
      ]}
      days={[
        { name: "from", label: t("admin_deliveries.from") },
        { name: "to", label: t("admin_deliveries.until") },
      ]}
    />
  );
}

type Props = { filter: LogFilter; rows: Logged[]; admin: Admin };

/** The filter that a link set, and the way out. */
export async function Scope({ filter, rows, admin }: Props) {
  const { ctx, page, t } = admin;
  const { event_id, subject, subscription_id } = filter;
  if (event_id === undefined && subject === undefined && subscription_id === undefined) return null;
  const news = event_id === undefined ? null : await readEventLog(ctx, page, event_id);
  const [first] = rows;
  const title = news?.told.title ?? first?.told?.title ?? null;
  const address = first?.kind === "message" ? first.address : null;
  const about =
    subscription_id === undefined
      ? t("admin_deliveries.only_about", { title: title ?? t("admin_deliveries.gone") })
      : t("admin_deliveries.only_to", { address: address ?? t("admin_deliveries.no_one") });
  return (
    <div className="mb-3 rounded-md border border-line bg-panel px-3 py-2 text-sm">
      <p className="flex flex-wrap justify-between gap-x-4">
        <span className="font-medium">{about}</span>
        <Link href={`/pages/${page.subdomain}/deliveries`} className="text-link hover:underline">
          {t("admin_deliveries.everything")}
        </Link>
      </p>
      {news && event_id !== undefined && (
        <News event_id={event_id} counts={news.counts} admin={admin} />
      )}
    </div>
  );
}
