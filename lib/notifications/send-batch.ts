import { SUBSCRIPTION_TYPES } from "#lib/channels/channel.ts";
import { onWorkerStop, type Payloads } from "#lib/core/queue/enqueue.ts";
import { SenderPool } from "#lib/notifications/sending/sender-pool.ts";

export const senders = new SenderPool();

onWorkerStop(() => senders.stop());

/**
 * Starts sending what is due. It does not wait, so a hanging channel cannot hold up other pages;
 * unsent claims become overdue.
 */
export async function sendBatch({
  status_page_id,
  channel,
  due_at,
}: Payloads["send-batch"]): Promise<void> {
  const type = SUBSCRIPTION_TYPES.find((known) => known === channel);
  if (type) senders.look(status_page_id, type, due_at);
}
