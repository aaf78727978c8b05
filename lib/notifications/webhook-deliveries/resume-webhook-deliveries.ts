import { database } from "#db/index.ts";
import { authorizeProgram } from "#lib/core/access/authorize.ts";
import { systemContext } from "#lib/core/request/context.ts";
import { enqueueDue } from "#lib/notifications/webhook-deliveries/delivery.ts";
import { listOverduePages } from "#lib/notifications/webhook-deliveries/due.queries.ts";
import { later, wireNow } from "#lib/platform/clock.ts";

const PATIENCE_S = 60;
const BATCH = 1_000;

/** Restarts overdue attempts: a killed process loses its claims and jobs. */
export async function resumeWebhookDeliveries(): Promise<void> {
  const ctx = systemContext(database(), "resume-webhook-deliveries");
  const grant = authorizeProgram(ctx);
  const now = wireNow();
  const by = later(now, -PATIENCE_S);
  const pages = await listOverduePages(ctx.db, grant, { by, now, limit: BATCH });
  if (pages.length === 0) return;
  await ctx.db.transaction().execute(async (trx) => {
    for (const page of pages) await enqueueDue(trx, page, now);
  });
}
