import type { Trx } from "#db/index.ts";
import { enqueue } from "#lib/core/queue/enqueue.ts";

type Of = { status_page_id: number; incident_id: number };

/** Has a worker do, at a wire time, what is due then with an incident. */
export async function orderTimers(
  trx: Trx,
  { status_page_id, incident_id }: Of,
  run_at: string,
): Promise<void> {
  const key = `incident-timers:${incident_id}`;
  await enqueue(trx, "fire-timers", { status_page_id, incident_id }, { run_at, key });
}
