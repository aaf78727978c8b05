import { database, type Trx } from "#db/index.ts";
import { audit } from "#lib/audit/queries.ts";
import { authorizeJob, type PageGrant } from "#lib/auth/authorize.ts";
import { changeRecords } from "#lib/change.ts";
import { now, toWire } from "#lib/clock.ts";
import { type Context, systemContext } from "#lib/context.ts";
import type { Payloads } from "#lib/jobs/payloads.ts";
import { attemptDelivery, type Result } from "#lib/webhooks/deliveries/attempt.ts";
import { orderAttempt } from "#lib/webhooks/deliveries/order.ts";
import { claimAttempt, type DeliveryRow, recordOutcome } from "#lib/webhooks/deliveries/queries.ts";
import { type DisableReason, judge } from "#lib/webhooks/deliveries/retries.ts";
import { getWebhookRow, lockWebhook, updateWebhookRow, type WebhookRow } from "#lib/webhooks/queries.ts";
import type { Attempt } from "#lib/webhooks/schema.ts";

// Longer than an attempt can take: after that, whoever claimed it is gone.
const CLAIM_S = 60;

/** The first whole second that is at least so far away. */
function secondsAhead(seconds: number): string {
  return toWire(new Date((Math.ceil(now().getTime() / 1_000) + seconds) * 1_000));
}

async function disable(trx: Trx, ctx: Context, grant: PageGrant, delivery: DeliveryRow, reason: DisableReason): Promise<void> {
  const { id, enabled } = await lockWebhook(trx, grant, delivery.webhook_id);
  if (!enabled) return;
  await updateWebhookRow(trx, grant, id, { enabled: false, updated_at: toWire(now()) });
  await audit(trx, ctx, grant, { action: "webhook.disable", subject_id: id, changes: { reason, webhook_delivery_id: delivery.id } });
}

async function conclude(trx: Trx, ctx: Context, grant: PageGrant, delivery: DeliveryRow, { attempt, retry_after }: Result): Promise<void> {
  const number = (delivery.attempts as Attempt[]).length + 1;
  const attempted = { attempt: number, status: attempt.status, retry_after, on_demand: delivery.on_demand };
  const verdict = judge(attempted, now(), Math.random());
  const next_attempt_at = verdict.state === "pending" ? secondsAhead(verdict.delay_s) : null;
  // The webhook first, as whoever deletes one does.
  if (verdict.state === "failed" && verdict.disable) await disable(trx, ctx, grant, delivery, verdict.disable);
  await recordOutcome(trx, grant, delivery, attempt, { state: verdict.state, next_attempt_at });
  if (next_attempt_at) await orderAttempt(trx, delivery, number + 1, next_attempt_at);
}

/** A disabled webhook gets nothing but what somebody asks to be sent. */
function isDue(webhook: WebhookRow, delivery: DeliveryRow): boolean {
  return webhook.enabled || delivery.on_demand;
}

/** Makes one attempt at a delivery, and orders the next one when it fails. Made twice, as after a crash, it has the same `webhook-id`. */
export async function deliverWebhook({ status_page_id, delivery_id, attempt }: Payloads["deliver-webhook"]): Promise<void> {
  const ctx = systemContext(database(), "deliver-webhook");
  const grant = await authorizeJob(ctx, status_page_id);
  if (!grant) return;
  const delivery = await claimAttempt(ctx.db, grant, { delivery_id, attempt, now: toWire(now()), until: secondsAhead(CLAIM_S) });
  if (!delivery) return;
  const webhook = await getWebhookRow(ctx.db, grant, delivery.webhook_id);
  const result = isDue(webhook, delivery) ? await attemptDelivery(webhook, delivery) : null;
  await changeRecords(ctx, grant, async (trx) => {
    if (result) await conclude(trx, ctx, grant, delivery, result);
    else await recordOutcome(trx, grant, delivery, null, { state: "cancelled", next_attempt_at: null });
  });
}
