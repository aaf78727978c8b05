import { notFound } from "next/navigation";
import { Flash } from "#app/_ui/admin/flash.tsx";
import { ActionForm, Submit } from "#app/_ui/admin/form.tsx";
import { Refresh } from "#app/_ui/admin/refresh.tsx";
import { Screen } from "#app/_ui/admin/screen.tsx";
import { Table } from "#app/_ui/admin/table.tsx";
import { type Admin, found, openAdmin } from "#app/(admin)/_shared/open.ts";
import { answerOf, DeliveryState } from "#app/(admin)/pages/[subdomain]/deliveries/_ui.tsx";
import { eventName } from "#app/(admin)/pages/[subdomain]/integrations/webhooks/_ui.tsx";
import { redeliverAction } from "#app/(admin)/pages/[subdomain]/integrations/webhooks/actions.ts";
import { LoggedDeliveryParams } from "#lib/api/body.ts";
import { CALL_STATES } from "#lib/notifications/log/schema.ts";
import { getLoggedDelivery } from "#lib/notifications/webhook-deliveries/log.ts";
import type { Delivery } from "#lib/notifications/webhooks/schema.ts";

type Props = {
  params: Promise<{ subdomain: string; delivery_id: string }>;
  searchParams: Promise<{ done?: string }>;
};

const DONE = ["tested", "sent_again"] as const;

export default async function DeliveryPage({ params, searchParams }: Props) {
  const route = await params;
  const { done } = await searchParams;
  const admin = await openAdmin(route.subdomain);
  const { ctx, may, t, format } = admin;
  const target = LoggedDeliveryParams.safeParse(route);
  if (!target.success) notFound();
  const delivery = await found(getLoggedDelivery(ctx, target.data));
  const { state, next_attempt_at, webhook_id } = delivery;
  const { subdomain } = route;
  const said = DONE.find((known) => known === done);
  const again = may("webhook.write") && (
    <ActionForm action={redeliverAction} hidden={{ ...target.data, webhook_id }}>
      <Submit className="button button-primary">{t("admin_deliveries.again")}</Submit>
    </ActionForm>
  );
  return (
    <Screen
      title={eventName(delivery.event, t)}
      of={t("admin_deliveries.title")}
      aside={<DeliveryState state={CALL_STATES[state]} t={t} />}
      text={
        next_attempt_at
          ? t("admin_deliveries.next", { time: format.shortDateTime(next_attempt_at) })
          : t("admin_deliveries.sent_at", { time: format.shortDateTime(delivery.inserted_at) })
      }
      t={t}
      back={{ href: `/pages/${subdomain}/deliveries`, label: t("admin_deliveries.title") }}
      actions={again}
    >
      {said && <Flash text={t(`admin_deliveries.done.${said}`)} />}
      {state === "pending" && <Refresh times={40} />}
      <Attempts delivery={delivery} admin={admin} />
      <h2 className="mt-8 mb-2 font-semibold">{t("admin_deliveries.payload")}</h2>
      <p className="mb-2 text-muted text-sm">
        {t("admin_deliveries.message_id")} <code>{delivery.message_id}</code>
      </p>
      <Code
        text={JSON.stringify(delivery.payload, null, 2)}
        label={t("admin_deliveries.payload")}
      />
    </Screen>
  );
}

function Code({ text, label }: { text: string; label: string }) {
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keys
      tabIndex={0}
      className="max-h-96 overflow-auto rounded-md border border-line bg-panel p-3"
    >
      <pre className="wrap-anywhere whitespace-pre-wrap font-mono text-sm">{text}</pre>
    </section>
  );
}

function Attempts({ delivery, admin }: { delivery: Delivery; admin: Admin }) {
  const { t, format } = admin;
  const { attempts } = delivery;
  return (
    <>
      <h2 className="mt-4 mb-2 font-semibold">{t("admin_deliveries.attempts")}</h2>
      {attempts.length === 0 ? (
        <p className="text-muted">{t("admin_deliveries.no_attempt")}</p>
      ) : (
        <Table
          label={t("admin_deliveries.attempts")}
          rows={attempts}
          keyOf={({ attempted_at }) => attempted_at}
          head={{
            label: t("admin_deliveries.answer"),
            cell: (attempt) => answerOf(attempt, t),
          }}
          columns={[
            {
              key: "body",
              label: t("admin_deliveries.body"),
              width: "grow",
              cell: ({ answer }) => <code>{answer}</code>,
            },
            {
              key: "took",
              label: t("admin_deliveries.took"),
              align: "end",
              cell: ({ duration_ms }) => t("admin_deliveries.ms", { ms: duration_ms }),
            },
            {
              key: "at",
              label: t("admin_deliveries.at"),
              cell: ({ attempted_at }) => format.shortDateTime(attempted_at),
            },
          ]}
        />
      )}
    </>
  );
}
