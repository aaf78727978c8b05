import { database } from "#db/index.ts";
import { authorizeProgram } from "#lib/auth/authorize.ts";
import { later, wireNow } from "#lib/clock.ts";
import { systemContext } from "#lib/context.ts";
import { orderAttempt } from "#lib/webhooks/deliveries/order.ts";
import { listOverdue } from "#lib/webhooks/deliveries/queries.ts";

const PATIENCE_S = 60;
const BATCH = 1_000;

/** Orders attempts anew whose job was lost: a process that is killed leaves its jobs locked for hours. */
export async function resumeWebhookDeliveries(): Promise<void> {
  const ctx = systemContext(database(), "resume-webhook-deliveries");
  const grant = authorizeProgram(ctx);
  const now = wireNow();
  const overdue = await listOverdue(ctx.db, grant, { by: later(now, -PATIENCE_S), now, limit: BATCH });
  if (overdue.length === 0) return;
  await ctx.db.transaction().execute(async (trx) => {
    for (const { status_page_id, delivery_id, attempt } of overdue) await orderAttempt(trx, { status_page_id, id: delivery_id }, attempt);
  });
}
