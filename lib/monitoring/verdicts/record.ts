import type { Trx } from "#db/index.ts";
import { enqueue } from "#lib/core/queue/enqueue.ts";
import {
  saveVerdict,
  updateServiceState,
  type Verdict,
  type Watched,
} from "#lib/monitoring/verdicts/queries.ts";

/**
 * Saves a verdict and enqueues its application, in one transaction.
 * @returns whether it is new; an unchanged verdict has no effect
 */
export async function recordVerdict(
  trx: Trx,
  watched: Watched,
  verdict: Verdict,
): Promise<boolean> {
  const isNew = await saveVerdict(trx, watched, verdict);
  if (isNew) await enqueueVerdict(trx, watched);
  return isNew;
}

/** Like `recordVerdict`, and the reporter can read the new state at once. */
export async function recordReportedVerdict(
  trx: Trx,
  watched: Watched,
  verdict: Verdict,
): Promise<boolean> {
  const isNew = await recordVerdict(trx, watched, verdict);
  if (isNew) await updateServiceState(trx, watched, verdict);
  return isNew;
}

export async function enqueueVerdict(trx: Trx, watched: Watched): Promise<void> {
  const { status_page_id, service_id } = watched;
  const key = `verdict:${service_id}`;
  await enqueue(trx, "apply-verdict", { status_page_id, service_id }, { key });
}
