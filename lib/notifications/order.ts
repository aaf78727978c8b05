import type { Trx } from "#db/index.ts";
import type { SubscriptionType } from "#lib/channels/channel.ts";
import { enqueue } from "#lib/core/queue/enqueue.ts";

/**
 * Has a worker send, at a wire time, what is due by a channel of a page then: however much is due,
 * at most one job for each page, channel and second waits.
 */
export async function orderBatch(
  trx: Trx,
  status_page_id: number,
  channel: SubscriptionType,
  due_at: string,
): Promise<void> {
  const key = `send-batch:${status_page_id}:${channel}:${due_at}`;
  await enqueue(trx, "send-batch", { status_page_id, channel, due_at }, { key, run_at: due_at });
}
