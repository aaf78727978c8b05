import { setTimeout as sleep } from "node:timers/promises";
import { isDatabaseLost, type Trx } from "#db/index.ts";
import type { PageGrant } from "#lib/core/access/authorize.ts";
import type { AuditEntry } from "#lib/core/audit/queries.ts";
import type { Changed } from "#lib/core/transaction/outcome.ts";
import type { Result } from "#lib/notifications/webhook-deliveries/attempt.ts";
import { recordOutcome } from "#lib/notifications/webhook-deliveries/due.queries.ts";
import { orderLook } from "#lib/notifications/webhook-deliveries/order.ts";
import type { DeliveryRow } from "#lib/notifications/webhook-deliveries/queries.ts";
import { type DisableReason, judge } from "#lib/notifications/webhook-deliveries/retries.ts";
import { lockWebhook, updateWebhookRow } from "#lib/notifications/webhooks/queries.ts";
import type { Attempt } from "#lib/notifications/webhooks/schema.ts";
import { now, toWire, wireNow } from "#lib/platform/clock.ts";
import { log } from "#lib/platform/log.ts";

const OUR_PAUSE_S = 15;
const RETRY_MS = 1_000;

/** The first whole second that is at least so far away. */
export function secondsAhead(seconds: number): string {
  return toWire(new Date((Math.ceil(now().getTime() / 1_000) + seconds) * 1_000));
}

async function disable(
  trx: Trx,
  grant: PageGrant,
  { id, webhook_id }: DeliveryRow,
  reason: DisableReason,
): Promise<AuditEntry> {
  await updateWebhookRow(trx, grant, webhook_id, { enabled: false, updated_at: wireNow() });
  const changes = { reason, webhook_delivery_id: id };
  return { action: "webhook.disable", subject_id: webhook_id, changes };
}

async function conclude(
  trx: Trx,
  grant: PageGrant,
  delivery: DeliveryRow,
  { attempt, retry_after }: Result,
): Promise<AuditEntry | null> {
  const attempted = {
    attempt: (delivery.attempts as Attempt[]).length + 1,
    status: attempt.status,
    retry_after,
    on_demand: delivery.on_demand,
  };
  const verdict = judge(attempted, now(), Math.random());
  const next_attempt_at = verdict.state === "pending" ? secondsAhead(verdict.delay_s) : null;
  // The webhook first, as whoever deletes one does.
  const reason = verdict.state === "failed" ? verdict.disable : null;
  const webhook = reason && (await lockWebhook(trx, grant, delivery.webhook_id));
  const outcome = { state: verdict.state, next_attempt_at };
  if (!(await recordOutcome(trx, grant, delivery, attempt, outcome))) return null;
  if (next_attempt_at) await orderLook(trx, grant.status_page_id, next_attempt_at);
  return reason && webhook?.enabled ? disable(trx, grant, delivery, reason) : null;
}

async function postpone(
  trx: Trx,
  grant: PageGrant,
  delivery: DeliveryRow,
  next_attempt_at: string,
): Promise<void> {
  await recordOutcome(trx, grant, delivery, null, { state: "pending", next_attempt_at });
  await orderLook(trx, grant.status_page_id, next_attempt_at);
}

/**
 * Writes down what came of a delivery, as far as it is still ours to say. Without a result it was not to be
 * attempted; where the trouble was ours, the attempt does not count and is put off.
 */
export async function record(
  trx: Trx,
  grant: PageGrant,
  delivery: DeliveryRow,
  { result, isStopping }: { result: Result | null; isStopping: boolean },
): Promise<Changed<undefined, AuditEntry | null>> {
  let entry: AuditEntry | null = null;
  if (!result)
    await recordOutcome(trx, grant, delivery, null, { state: "cancelled", next_attempt_at: null });
  else if (result.isOurs)
    await postpone(trx, grant, delivery, isStopping ? wireNow() : secondsAhead(OUR_PAUSE_S));
  else entry = await conclude(trx, grant, delivery, result);
  return { result: undefined, audit: entry, events: [] };
}

/**
 * Tries to write as long as the database is gone and the claim lasts: else what was delivered would
 * be delivered again.
 */
export async function untilWritten(
  delivery: DeliveryRow,
  stop: AbortSignal,
  write: () => Promise<void>,
): Promise<void> {
  const until = delivery.claimed_until ?? "";
  for (let isFirst = true; ; isFirst = false) {
    try {
      return await write();
    } catch (error) {
      if (!isDatabaseLost(error) || stop.aborted || wireNow() >= until) throw error;
      const webhook_delivery_id = delivery.id;
      if (isFirst) log().warn({ err: error, webhook_delivery_id }, "outcome not recorded yet");
      await sleep(RETRY_MS, undefined, { signal: stop }).catch(() => {});
    }
  }
}
