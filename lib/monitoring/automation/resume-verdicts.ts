import { database } from "#db/index.ts";
import { authorizeProgram } from "#lib/core/access/authorize.ts";
import { enqueue } from "#lib/core/queue/enqueue.ts";
import { systemContext } from "#lib/core/request/context.ts";
import { listDueOutages, listUnapplied } from "#lib/monitoring/verdicts/queries.ts";
import { enqueueVerdict } from "#lib/monitoring/verdicts/record.ts";
import { wireNow } from "#lib/platform/clock.ts";

const BATCH = 1_000;

/** Enqueues all unapplied verdicts and due outages again, whatever became of earlier jobs. */
export async function resumeVerdicts(): Promise<void> {
  const ctx = systemContext(database(), "resume-verdicts");
  const grant = authorizeProgram(ctx);
  let after = { status_page_id: 0, service_id: 0 };
  for (;;) {
    const left = await listUnapplied(ctx.db, grant, { after, limit: BATCH });
    await ctx.db.transaction().execute(async (trx) => {
      for (const watched of left) await enqueueVerdict(trx, watched);
    });
    const last = left.at(-1);
    if (!last || left.length < BATCH) break;
    after = last;
  }
  const due = await listDueOutages(ctx.db, grant, { now: wireNow(), limit: BATCH });
  await ctx.db.transaction().execute(async (trx) => {
    for (const { status_page_id, outage_id } of due) {
      const key = `outage:${outage_id}`;
      await enqueue(trx, "advance-outage", { status_page_id, outage_id }, { key });
    }
  });
}
