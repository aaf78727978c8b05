import { database } from "#db/index.ts";
import { authorizeJob } from "#lib/auth/authorize.ts";
import { recordFacts } from "#lib/change.ts";
import { wireNow } from "#lib/clock.ts";
import { systemContext } from "#lib/context.ts";
import type { Payloads } from "#lib/job-queue/payloads.ts";
import { lockVerdict, noteApplied } from "#lib/monitoring/verdicts/queries.ts";
import { updateServiceRow } from "#lib/services/queries.ts";

/** Acts upon what monitoring believes of a service; done twice, it acts once. */
export async function applyVerdict(payload: Payloads["apply-verdict"]): Promise<void> {
  const ctx = systemContext(database(), "apply-verdict");
  const grant = await authorizeJob(ctx, payload.status_page_id);
  if (!grant) return;
  await recordFacts(ctx, grant, async (trx) => {
    const verdict = await lockVerdict(trx, payload);
    if (verdict && verdict.is_up !== verdict.applied_is_up) {
      await updateServiceRow(trx, grant, payload.service_id, { is_up: verdict.is_up });
      await noteApplied(trx, payload, verdict.is_up, wireNow());
    }
    return { result: undefined, audit: null, events: [] };
  });
}
