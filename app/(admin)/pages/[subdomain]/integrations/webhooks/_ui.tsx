import { ChecksField } from "#app/_ui/admin/checks-field.tsx";
import { SwitchField } from "#app/_ui/admin/choice-fields.tsx";
import { Field } from "#app/_ui/admin/field.tsx";
import { TEST_EVENT, WEBHOOK_EVENTS, type Webhook } from "#lib/notifications/webhooks/schema.ts";
import type { Translate } from "#lib/platform/i18n/translator.ts";

const EVENTS = {
  "incident.created": "admin_webhooks.event.incident_created",
  "incident.updated": "admin_webhooks.event.incident_updated",
  "incident.deleted": "admin_webhooks.event.incident_deleted",
  "service.monitored_status.updated": "admin_webhooks.event.service_status",
  "info_notice.created": "admin_webhooks.event.notice_created",
  "info_notice.updated": "admin_webhooks.event.notice_updated",
  "info_notice.deleted": "admin_webhooks.event.notice_deleted",
  "status_page.domain.updated": "admin_webhooks.event.domain",
  [TEST_EVENT]: "admin_webhooks.event.test",
} as const;
type ToldEvent = keyof typeof EVENTS;

export function eventName(event: ToldEvent, t: Translate): string {
  return t(EVENTS[event]);
}

export function WebhookFields({ webhook, t }: { webhook?: Webhook; t: Translate }) {
  return (
    <>
      <Field
        name="url"
        type="url"
        label={t("admin_webhooks.url")}
        hint={t("admin_webhooks.url_hint")}
        placeholder="https://hooks.example.com/status"
        initial={webhook?.url ?? ""}
      />
      <ChecksField
        name="events"
        label={t("admin_webhooks.events")}
        options={WEBHOOK_EVENTS.map((value) => ({ value, label: eventName(value, t) }))}
        chosen={webhook?.events ?? ["incident.created", "incident.updated"]}
      />
      <SwitchField
        name="enabled"
        label={t("admin_webhooks.enabled")}
        hint={t("admin_webhooks.enabled_hint")}
        initial={webhook?.enabled ?? true}
      />
      <SwitchField
        name="ordered"
        label={t("admin_webhooks.ordered")}
        hint={t("admin_webhooks.ordered_hint")}
        initial={webhook?.ordered ?? false}
      />
    </>
  );
}
