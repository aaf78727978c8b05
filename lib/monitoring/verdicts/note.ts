import type { Trx } from "#db/index.ts";
import { enqueue } from "#lib/core/queue/enqueue.ts";
import {
  putVerdict,
  showVerdict,
  type Verdict,
  type Watched,
} from "#lib/monitoring/verdicts/queries.ts";

/**
 * Writes what a service is believed to be, and has a worker act upon it in the same transaction.
 * @returns whether that is new; an unchanged verdict causes nothing
 */
export async function noteVerdict(trx: Trx, watched: Watched, verdict: Verdict): Promise<boolean> {
  const isNew = await putVerdict(trx, watched, verdict);
  if (isNew) await orderVerdict(trx, watched);
  return isNew;
}

/** The same of what was reported: whoever reported it reads it of the service at once. */
export async function noteReported(trx: Trx, watched: Watched, verdict: Verdict): Promise<boolean> {
  const isNew = await noteVerdict(trx, watched, verdict);
  if (isNew) await showVerdict(trx, watched, verdict);
  return isNew;
}

/** Has a worker act upon the verdict of a service. */
export async function orderVerdict(trx: Trx, watched: Watched): Promise<void> {
  const { status_page_id, service_id } = watched;
  const key = `verdict:${service_id}`;
  await enqueue(trx, "apply-verdict", { status_page_id, service_id }, { key });
}
