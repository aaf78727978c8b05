import type { WebhookRow } from "#lib/webhooks/queries.ts";
import type { Webhook } from "#lib/webhooks/schema.ts";

export function serializeWebhook({ id, url, events, enabled, ordered }: WebhookRow): Webhook {
  return { id, url, events, enabled, ordered };
}
