import type { Trx } from "#db/index.ts";
import { enqueue, type Payloads } from "#lib/core/queue/enqueue.ts";

/** Has a record translated, at once or at a wire time; what was ordered before is replaced. */
export async function orderTranslation(
  trx: Trx,
  { status_page_id, subject, attempt }: Payloads["translate-record"],
  run_at?: string,
): Promise<void> {
  const key = `translate-record:${status_page_id}:${subject}`;
  await enqueue(trx, "translate-record", { status_page_id, subject, attempt }, { key, run_at });
}
