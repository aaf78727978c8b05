import { SUBSCRIPTION_TYPES } from "#lib/channels/channel.ts";
import { onWorkerStop, type Payloads } from "#lib/core/queue/enqueue.ts";
import { Lanes } from "#lib/notifications/sending/lanes.ts";

/** Of this process. */
export const lanes = new Lanes();

onWorkerStop(() => lanes.stop());

/**
 * Begins to send what is due by a channel of a page. It waits for none: what never ends keeps no
 * other page's from beginning. What a process claims and does not send is overdue then.
 */
export async function sendBatch({
  status_page_id,
  channel,
  due_at,
}: Payloads["send-batch"]): Promise<void> {
  const type = SUBSCRIPTION_TYPES.find((known) => known === channel);
  if (type) lanes.look(status_page_id, type, due_at);
}
