import { database } from "#db/index.ts";
import { type Consumer, dispatchEvents } from "#lib/core/events/dispatch.ts";
import type { Payloads } from "#lib/core/queue/enqueue.ts";
import { systemContext } from "#lib/core/request/context.ts";
import { subscribers } from "#lib/notifications/add-recipients.ts";
import { socialPosts } from "#lib/notifications/social-posts.ts";
import { webhooks } from "#lib/notifications/webhook-deliveries/delivery.ts";
import { translations } from "#lib/site/translations/consumer.ts";

const CONSUMERS: readonly Consumer[] = [translations, webhooks, subscribers, socialPosts];

export async function dispatchEvent({ event_ids }: Payloads["dispatch-event"]): Promise<void> {
  await dispatchEvents(systemContext(database(), "dispatch-event"), event_ids, CONSUMERS);
}
