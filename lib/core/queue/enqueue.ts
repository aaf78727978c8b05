import type { Trx } from "#db/index.ts";
import type { JobName, Payloads } from "#lib/core/queue/payloads.ts";
import { addJob, type JobOptions } from "#lib/core/queue/queries.ts";

/**
 * Orders a job in the transaction that makes it necessary: both happen, or neither. It is done at
 * once unless `run_at` says when.
 */
export async function enqueue<N extends JobName>(
  trx: Trx,
  name: N,
  payload: Payloads[N],
  options: JobOptions = {},
): Promise<void> {
  await addJob(trx, name, payload, options);
}
