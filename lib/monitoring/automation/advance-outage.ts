import { database } from "#db/index.ts";
import { authorize, authorizeJob } from "#lib/core/access/authorize.ts";
import { checkAtHome } from "#lib/core/moves/queries.ts";
import type { Payloads } from "#lib/core/queue/enqueue.ts";
import { systemContext } from "#lib/core/request/context.ts";
import { changePage } from "#lib/core/transaction/change.ts";
import { unchanged } from "#lib/core/transaction/outcome.ts";
import { isUnderMaintenance } from "#lib/incidents/queries.ts";
import { closeOutage } from "#lib/monitoring/automation/ends.ts";
import {
  type OutageChange,
  type PageChange,
  publishDraft,
} from "#lib/monitoring/automation/open-outage.ts";
import { countDown, findOutage, updateOutage } from "#lib/monitoring/automation/queries.ts";
import { isOutageSilenced } from "#lib/monitoring/verdicts/queries.ts";
import { parseSettings } from "#lib/pages/schema.ts";
import { wireNow } from "#lib/platform/clock.ts";
import { AppError } from "#lib/platform/errors/errors.ts";

async function advance(change: PageChange, id: number): Promise<OutageChange | null> {
  const { trx, grant, page } = change;
  const now = wireNow();
  const outage = await findOutage(trx, grant, id);
  if (!outage || outage.over_at !== null) return null;
  // Deleted services no longer count as down.
  if ((await countDown(trx, grant, id)).down === 0) return closeOutage(change, outage, now);
  const { state, draft_id, publish_at } = outage;
  if (state !== "waiting" || publish_at === null || publish_at > now) return null;
  const { locked_when_maintenance } = parseSettings(page.settings);
  if (locked_when_maintenance && (await isUnderMaintenance(trx, grant, now))) return null;
  if (await isOutageSilenced(trx, grant, id, now)) return null;
  if (draft_id !== null) return publishDraft(change, { id, draft_id }, "detected");
  await updateOutage(trx, grant, id, { state: "dismissed", publish_at: null });
  return null;
}

/** Publishes the due draft of an outage, or ends the outage. Idempotent. */
export async function advanceOutage(payload: Payloads["advance-outage"]): Promise<void> {
  const ctx = systemContext(database(), "advance-outage");
  const job = await authorizeJob(ctx, payload.status_page_id);
  if (!job) return;
  const grant = await authorize(ctx, "incident.write", job);
  const advancing = changePage(ctx, grant, async (trx, page) => {
    const done = await advance({ trx, grant, page }, payload.outage_id);
    const [first, ...others] = done?.events ?? [];
    if (!done?.audit || !first) return unchanged(undefined);
    return { result: undefined, audit: done.audit, events: [first, ...others] as const };
  });
  await advancing.catch((error) => postpone(error, payload));
}

/** A draft that is no longer valid waits for the team. */
async function postpone(error: unknown, { status_page_id, outage_id }: Payloads["advance-outage"]) {
  if (!(error instanceof AppError) || error.code !== "invalid") throw error;
  const ctx = systemContext(database(), "advance-outage");
  const grant = await authorizeJob(ctx, status_page_id);
  if (!grant) return;
  await ctx.db.transaction().execute(async (trx) => {
    await checkAtHome(ctx, trx, grant);
    await updateOutage(trx, grant, outage_id, { publish_at: null });
  });
}
