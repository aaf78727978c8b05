import { authorizeProgram, type ProgramGrant } from "#lib/core/access/authorize.ts";
import { orderAttempt } from "#lib/core/outbox/order.ts";
import {
  claimMessage,
  deleteMessage,
  type OutboxRow,
  postponeMessage,
} from "#lib/core/outbox/queries.ts";
import { delayAfter_s } from "#lib/core/outbox/retries.ts";
import { countMessages } from "#lib/core/outbox/usage.queries.ts";
import type { Context } from "#lib/core/request/context.ts";
import { later, wireNow } from "#lib/platform/clock.ts";
import { unsealIfOurs } from "#lib/platform/crypto/seal.ts";
import { log } from "#lib/platform/log.ts";
import type { Outcome } from "#lib/platform/outbound/outcome.ts";

/** A message whose time has come; `params` as they were ordered. */
export type DueMessage = Pick<OutboxRow, "message_id" | "status_page_id" | "subscription_id"> & {
  params: Record<string, string>;
};

/** Composes and sends a kind of message, once. */
export type Sender = (ctx: Context, message: DueMessage) => Promise<Outcome>;
export type Senders = Readonly<Record<string, Sender>>;

// Longer than an attempt can take: after that, the process that claimed it is gone.
const CLAIM_S = 5 * 60;

async function attempt(ctx: Context, row: OutboxRow, senders: Senders): Promise<Outcome> {
  if (row.expires_at <= wireNow()) return { outcome: "never_again", reason: "expired" };
  const send = senders[row.kind];
  if (!send) return { outcome: "try_again", reason: `no sender of ${row.kind}` };
  try {
    const { message_id, status_page_id, subscription_id } = row;
    const params = unsealIfOurs(row.params_sealed);
    if (params === null) return { outcome: "never_again", reason: "its secret is lost" };
    const message = { message_id, status_page_id, subscription_id, params: JSON.parse(params) };
    return await send(ctx, message);
  } catch (error) {
    log().error({ err: error, outbox_id: row.id, kind: row.kind }, "message could not be sent");
    return { outcome: "try_again", reason: "internal" };
  }
}

async function postpone(
  ctx: Context,
  grant: ProgramGrant,
  row: OutboxRow,
  { after_s = 0, trouble = null }: { after_s?: number; trouble?: string | null },
): Promise<void> {
  const delay_s = Math.max(after_s, delayAfter_s(row.attempts, Math.random()));
  const next_attempt_at = later(wireNow(), delay_s);
  await ctx.db.transaction().execute(async (trx) => {
    const put = await postponeMessage(trx, grant, row, { next_attempt_at, trouble });
    if (put) await orderAttempt(trx, row.id, next_attempt_at);
  });
}

/** A message that will not be sent again; whatever left counts as used. */
async function settle(
  ctx: Context,
  grant: ProgramGrant,
  row: OutboxRow,
  result: Outcome,
): Promise<void> {
  const { status_page_id } = row;
  await ctx.db.transaction().execute(async (trx) => {
    await deleteMessage(trx, grant, row, result.outcome === "delivered");
    if (result.outcome !== "delivered" || status_page_id === null) return;
    const { channel = "email" } = result;
    await countMessages(trx, grant, { status_page_id, channel, at: wireNow() });
  });
}

/**
 * Makes the attempt that is due, if any, and notes what came of it. A process that dies between the
 * two makes it come twice, under the same message id.
 */
export async function deliverMessage(ctx: Context, id: number, senders: Senders): Promise<void> {
  const grant = authorizeProgram(ctx);
  const now = wireNow();
  const row = await claimMessage(ctx.db, grant, id, { now, until: later(now, CLAIM_S) });
  if (!row) return;
  const result = await attempt(ctx, row, senders);
  if (result.outcome === "try_again") await postpone(ctx, grant, row, result);
  else await settle(ctx, grant, row, result);
  if (result.outcome === "delivered" || result.outcome === "needless") return;
  const { kind, attempts } = row;
  log().warn({ outbox_id: id, kind, attempts, ...result }, "message was not delivered");
}
