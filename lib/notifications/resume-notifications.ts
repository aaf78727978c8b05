import { database } from "#db/index.ts";
import { authorizeProgram } from "#lib/core/access/authorize.ts";
import { systemContext } from "#lib/core/request/context.ts";
import { enqueueBatch, listOverdue } from "#lib/notifications/ledger.queries.ts";
import { later, wireNow } from "#lib/platform/clock.ts";

const PATIENCE_S = 60;
const BATCH = 1_000;

/** Restarts overdue sending: a killed process loses its claims and jobs. */
export async function resumeNotifications(): Promise<void> {
  const ctx = systemContext(database(), "resume-notifications");
  const now = wireNow();
  const by = later(now, -PATIENCE_S);
  const asked = { by, now, limit: BATCH };
  const overdue = await listOverdue(ctx.db, authorizeProgram(ctx), asked);
  if (overdue.length === 0) return;
  await ctx.db.transaction().execute(async (trx) => {
    for (const { status_page_id, channel } of overdue)
      await enqueueBatch(trx, status_page_id, channel, now);
  });
}
