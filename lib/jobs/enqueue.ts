import type { Trx } from "#db/index.ts";
import type { JobName, Payloads } from "#lib/jobs/payloads.ts";
import { addJob } from "#lib/jobs/queries.ts";

/** Orders a job in the transaction that makes it necessary: both happen, or neither. */
export async function enqueue<N extends JobName>(trx: Trx, name: N, payload: Payloads[N]): Promise<void> {
  await addJob(trx, name, payload);
}
