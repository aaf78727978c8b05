import { Webhook as Icon } from "lucide-react";
import Link from "next/link";
import { Flash } from "#app/_ui/admin/flash.tsx";
import { ActionForm, Submit } from "#app/_ui/admin/form.tsx";
import { EmptyState, Screen } from "#app/_ui/admin/screen.tsx";
import { Section } from "#app/_ui/admin/section.tsx";
import { ShowOnceForm } from "#app/_ui/admin/show-once-form.tsx";
import { Table } from "#app/_ui/admin/table.tsx";
import { type Admin, found, openAdmin } from "#app/(admin)/_shared/open.ts";
import { WEBHOOK_EVENTS, type Webhook } from "#lib/notifications/webhooks/schema.ts";
import { listWebhooks } from "#lib/notifications/webhooks/webhooks.ts";
import { shortUrl } from "#lib/platform/crypto/mask.ts";
import { eventName, WebhookFields } from "./_ui.tsx";
import { createWebhookAction, enableWebhookAction } from "./actions.ts";

type Props = {
  params: Promise<{ subdomain: string }>;
  searchParams: Promise<{ done?: string }>;
};

function Rows({ rows, admin: { page, may, t } }: { rows: Webhook[]; admin: Admin }) {
  const { subdomain } = page;
  const writes = may("webhook.write");
  return (
    <Table
      label={t("admin_webhooks.title")}
      rows={rows}
      keyOf={({ id }) => id}
      head={{
        label: t("admin_webhooks.url"),
        cell: ({ id, url }) =>
          writes ? (
            <Link
              href={`/pages/${subdomain}/integrations/webhooks/${id}`}
              className="row-link truncate"
            >
              {shortUrl(url)}
            </Link>
          ) : (
            shortUrl(url)
          ),
      }}
      columns={[
        {
          key: "events",
          label: t("admin_webhooks.events"),
          cell: ({ events: [first, ...more] }) => {
            if (more.length + 1 === WEBHOOK_EVENTS.length) return t("admin_webhooks.all_events");
            const name = first ? eventName(first, t) : "";
            return more.length === 0
              ? name
              : t("admin_webhooks.events_more", { name, count: more.length });
          },
        },
        {
          key: "enabled",
          label: t("admin_webhooks.state"),
          cell: ({ enabled }) => t(`admin_webhooks.${enabled ? "on" : "off"}`),
        },
      ]}
      actions={
        writes
          ? ({ id, url, enabled }) => (
              <ActionForm
                action={enableWebhookAction}
                hidden={{ subdomain, webhook_id: id, enabled: String(!enabled) }}
                className="relative z-1"
              >
                <Submit className="button button-small">
                  {t(`admin_webhooks.${enabled ? "disable" : "enable"}`)}
                  <span className="sr-only"> {shortUrl(url)}</span>
                </Submit>
              </ActionForm>
            )
          : undefined
      }
    />
  );
}

export default async function WebhooksPage({ params, searchParams }: Props) {
  const { subdomain } = await params;
  const { done } = await searchParams;
  const admin = await openAdmin(subdomain);
  const { ctx, page, may, t } = admin;
  const rows = await found(listWebhooks(ctx, page));
  return (
    <Screen
      title={t("admin_webhooks.title")}
      of={page.name}
      text={t("admin_webhooks.text")}
      t={t}
      back={{ href: `/pages/${subdomain}/integrations`, label: t("admin_integrations.title") }}
    >
      {done === "deleted" && <Flash text={t("admin_webhooks.done.deleted")} />}
      {rows.length === 0 ? (
        <EmptyState
          icon={<Icon size={28} strokeWidth={1.5} />}
          title={t("admin_webhooks.empty")}
          text={t("admin_webhooks.empty_text")}
        >
          {may("webhook.write") && (
            <a href="#new" className="button">
              {t("admin_webhooks.new")}
            </a>
          )}
        </EmptyState>
      ) : (
        <Rows rows={rows} admin={admin} />
      )}
      {may("webhook.write") && (
        <div id="new" className="mt-10 scroll-mt-20">
          <Section title={t("admin_webhooks.new")} text={t("admin_webhooks.new_text")}>
            <ShowOnceForm action={createWebhookAction} hidden={{ subdomain }} className="space-y-5">
              <WebhookFields t={t} />
              <Submit>{t("admin_webhooks.create")}</Submit>
            </ShowOnceForm>
          </Section>
        </div>
      )}
    </Screen>
  );
}
