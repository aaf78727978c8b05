import { onWorkerStop, type Payloads } from "#lib/core/queue/enqueue.ts";
import { Dispatcher } from "#lib/notifications/webhook-deliveries/dispatcher.ts";

export const dispatcher = new Dispatcher();

onWorkerStop(() => dispatcher.stop());

/**
 * Starts due attempts. It does not wait, so a hanging attempt cannot hold up other pages; a killed
 * process's attempts become overdue.
 */
export async function deliverWebhooks({
  status_page_id,
  due_at,
}: Payloads["deliver-webhooks"]): Promise<void> {
  void dispatcher.look(status_page_id, due_at);
}
