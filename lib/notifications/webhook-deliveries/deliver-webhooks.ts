import { onWorkerStop, type Payloads } from "#lib/core/queue/enqueue.ts";
import { Dispatcher } from "#lib/notifications/webhook-deliveries/dispatcher.ts";

/** Of this process. */
export const dispatcher = new Dispatcher();

onWorkerStop(() => dispatcher.stop());

/**
 * Begins the attempts that are due on a page. It waits for none: an attempt that never ends keeps
 * no other page's from beginning. Those that a process begins and does not end are made again: they
 * are overdue then.
 */
export async function deliverWebhooks({
  status_page_id,
  due_at,
}: Payloads["deliver-webhooks"]): Promise<void> {
  void dispatcher.look(status_page_id, due_at);
}
