import { setTimeout as sleep } from "node:timers/promises";
import { isDatabaseLost, type Trx } from "#db/index.ts";
import type { PageGrant } from "#lib/core/access/authorize.ts";
import type { AuditEntry } from "#lib/core/audit/queries.ts";
import { countDelivery } from "#lib/core/outbox/count-delivery.ts";
import type { Changed } from "#lib/core/transaction/outcome.ts";
import type { Result } from "#lib/notifications/webhook-deliveries/attempt.ts";
import { enqueueDue } from "#lib/notifications/webhook-deliveries/delivery.ts";
import { recordOutcome } from "#lib/notifications/webhook-deliveries/due.queries.ts";
import type { DeliveryRow } from "#lib/notifications/webhook-deliveries/queries.ts";
import { lockWebhook, updateWebhookRow } from "#lib/notifications/webhooks/queries.ts";
import type { Attempt } from "#lib/notifications/webhooks/schema.ts";
import { now, wireNotBefore, wireNow } from "#lib/platform/clock.ts";
import { retryAfter_s } from "#lib/platform/http/provider-calls.ts";
import { log } from "#lib/platform/log.ts";

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** Seconds between attempts, as Standard Webhooks recommends. */
export const DELAYS_S = [
  0,
  5,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
] as const;

// Spreads deliveries that failed at the same moment.
const JITTER = 0.1;
const GONE = 410;

type Attempted = {
  attempt: number;
  status: number | null;
  retry_after: string | undefined;
  /** Whether somebody requested it: it gets one attempt. */
  on_demand: boolean;
};

type DisableReason = "gone" | "attempts_exhausted";

type NextStep =
  | { state: "delivered" }
  | { state: "failed"; disable: DisableReason | null }
  | { state: "pending"; delay_s: number };

/** @param random from 0 up to 1 */
export function judge(
  { attempt, status, retry_after, on_demand }: Attempted,
  now: Date,
  random: number,
): NextStep {
  if (status !== null && status >= 200 && status < 300) return { state: "delivered" };
  if (status === GONE) return { state: "failed", disable: "gone" };
  if (on_demand) return { state: "failed", disable: null };
  const delay = DELAYS_S[attempt];
  if (delay === undefined) return { state: "failed", disable: "attempts_exhausted" };
  return {
    state: "pending",
    delay_s: Math.round(Math.max(delay * (1 + JITTER * random), retryAfter_s(retry_after, now))),
  };
}

const OUR_PAUSE_S = 15;
const RETRY_MS = 1_000;

export function secondsAhead(seconds: number): string {
  return wireNotBefore(now().getTime() + seconds * 1_000);
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

const DELIVERIES = { delivered: "delivered", pending: "retried", failed: "refused" } as const;

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
  const next = judge(attempted, now(), Math.random());
  countDelivery("webhook", DELIVERIES[next.state]);
  const next_attempt_at = next.state === "pending" ? secondsAhead(next.delay_s) : null;
  // Locks the webhook first, like deletion does.
  const reason = next.state === "failed" ? next.disable : null;
  const webhook = reason && (await lockWebhook(trx, grant, delivery.webhook_id));
  const outcome = { state: next.state, next_attempt_at };
  if (!(await recordOutcome(trx, grant, delivery, attempt, outcome))) return null;
  if (next_attempt_at) await enqueueDue(trx, grant.status_page_id, next_attempt_at);
  return reason && webhook?.enabled ? disable(trx, grant, delivery, reason) : null;
}

async function postpone(
  trx: Trx,
  grant: PageGrant,
  delivery: DeliveryRow,
  next_attempt_at: string,
): Promise<void> {
  await recordOutcome(trx, grant, delivery, null, { state: "pending", next_attempt_at });
  await enqueueDue(trx, grant.status_page_id, next_attempt_at);
}

/**
 * Records a delivery's result if our claim still holds. No result cancels it; our own failure
 * postpones it without counting.
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

/** Retries recording while the claim lasts: an unrecorded delivery would be sent again. */
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
      if (isFirst)
        log().warn({ err: error, webhook_delivery_id }, "delivery outcome not stored yet");
      await sleep(RETRY_MS, undefined, { signal: stop }).catch(() => {});
    }
  }
}
