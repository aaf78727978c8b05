import type { WebhookRow } from "#lib/notifications/webhooks/queries.ts";
import type { Webhook } from "#lib/notifications/webhooks/schema.ts";

export function serializeWebhook({ id, url, events, enabled, ordered }: WebhookRow): Webhook {
  return { id, url, events, enabled, ordered };
}
