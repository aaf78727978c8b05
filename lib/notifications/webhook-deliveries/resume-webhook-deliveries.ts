import { database } from "#db/index.ts";
import { authorizeProgram } from "#lib/core/access/authorize.ts";
import { systemContext } from "#lib/core/request/context.ts";
import { listOverduePages } from "#lib/notifications/webhook-deliveries/due.queries.ts";
import { orderLook } from "#lib/notifications/webhook-deliveries/order.ts";
import { later, wireNow } from "#lib/platform/clock.ts";

const PATIENCE_S = 60;
const BATCH = 1_000;

/**
 * Has a worker look again where attempts are overdue: a process that is killed takes what it had
 * claimed, and the jobs it was doing, with it.
 */
export async function resumeWebhookDeliveries(): Promise<void> {
  const ctx = systemContext(database(), "resume-webhook-deliveries");
  const grant = authorizeProgram(ctx);
  const now = wireNow();
  const by = later(now, -PATIENCE_S);
  const pages = await listOverduePages(ctx.db, grant, { by, now, limit: BATCH });
  if (pages.length === 0) return;
  await ctx.db.transaction().execute(async (trx) => {
    for (const page of pages) await orderLook(trx, page, now);
  });
}
