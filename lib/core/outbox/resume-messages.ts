import { database } from "#db/index.ts";
import { authorizeProgram } from "#lib/core/access/authorize.ts";
import { enqueueAttempt } from "#lib/core/outbox/messages.ts";
import { listOverdue } from "#lib/core/outbox/queries.ts";
import { systemContext } from "#lib/core/request/context.ts";
import { later, wireNow } from "#lib/platform/clock.ts";

const PATIENCE_S = 60;
const BATCH = 1_000;

/** Schedules overdue attempts again: the jobs of a killed worker are lost. */
export async function resumeMessages(): Promise<void> {
  const ctx = systemContext(database(), "resume-messages");
  const grant = authorizeProgram(ctx);
  const now = wireNow();
  const overdue = await listOverdue(ctx.db, grant, {
    by: later(now, -PATIENCE_S),
    now,
    limit: BATCH,
  });
  if (overdue.length === 0) return;
  await ctx.db.transaction().execute(async (trx) => {
    for (const id of overdue) await enqueueAttempt(trx, id);
  });
}
