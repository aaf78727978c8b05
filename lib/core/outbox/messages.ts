import { randomBytes } from "node:crypto";
import type { Trx } from "#db/index.ts";
import { authorizeProgram, type ProgramGrant } from "#lib/core/access/authorize.ts";
import { countDelivery } from "#lib/core/outbox/count-delivery.ts";
import {
  claimMessage,
  deleteMessage,
  insertMessage,
  type OutboxRow,
  postponeMessage,
} from "#lib/core/outbox/queries.ts";
import { countMessages } from "#lib/core/outbox/usage.queries.ts";
import { enqueue } from "#lib/core/queue/enqueue.ts";
import { type Context, withClaims } from "#lib/core/request/context.ts";
import { later, wireNow } from "#lib/platform/clock.ts";
import { seal, unsealIfOurs } from "#lib/platform/crypto/seal.ts";
import type { Outcome } from "#lib/platform/http/provider-calls.ts";
import { log } from "#lib/platform/log.ts";

export type DueMessage = Pick<OutboxRow, "message_id" | "status_page_id" | "subscription_id"> & {
  params: Record<string, string>;
};

export type Sender = (ctx: Context, message: DueMessage) => Promise<Outcome>;
export type Senders = Readonly<Record<string, Sender>>;

/** Begins the trouble of a message that its own recipient may be to blame for. */
export const REFUSED_ALONE = "refused: ";

// No attempt takes longer: after that the process that claimed it is gone.
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
    if (put) await enqueueAttempt(trx, row.id, next_attempt_at);
  });
}

/** Only delivered messages count as usage. */
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

const DELIVERIES = {
  delivered: "delivered",
  needless: "withdrawn",
  try_again: "retried",
  never_again: "refused",
} as const;

/** A crash before the outcome is saved repeats the attempt with the same message id. */
export async function deliverMessage(ctx: Context, id: number, senders: Senders): Promise<void> {
  const grant = authorizeProgram(ctx);
  const now = wireNow();
  const row = await claimMessage(ctx.db, grant, id, { now, until: later(now, CLAIM_S) });
  if (!row) return;
  const result = await attempt(withClaims(ctx), row, senders);
  countDelivery("account", DELIVERIES[result.outcome]);
  const isRefused = result.outcome === "never_again" && row.attempts < (result.after_attempts ?? 0);
  if (result.outcome === "try_again") await postpone(ctx, grant, row, result);
  else if (isRefused) await postpone(ctx, grant, row, { trouble: REFUSED_ALONE + result.trouble });
  else await settle(ctx, grant, row, result);
  if (result.outcome === "delivered" || result.outcome === "needless") return;
  const { kind, attempts } = row;
  log().warn({ outbox_id: id, kind, attempts, ...result }, "message was not delivered");
}

type Message = {
  /** A key of the senders in lib/server/worker/send-message.ts. */
  kind: string;
  status_page_id?: number;
  subscription_id?: number;
  /** Only for the recipient; sealed until it is sent. */
  params: Record<string, string>;
  /** After this wire time the message is useless. */
  expires_at: string;
};

export async function enqueueAttempt(trx: Trx, outbox_id: number, run_at?: string): Promise<void> {
  await enqueue(trx, "send-message", { outbox_id }, { run_at, key: `send-message:${outbox_id}` });
}

/** Enqueues within the caller's transaction. @returns the message's id */
export async function enqueueMessage(trx: Trx, { params, ...values }: Message): Promise<number> {
  const id = await insertMessage(trx, {
    ...values,
    message_id: randomBytes(18).toString("base64url"),
    params_sealed: seal(JSON.stringify(params)),
    next_attempt_at: wireNow(),
  });
  await enqueueAttempt(trx, id);
  return id;
}

const MINUTE = 60;
const HOUR = 60 * MINUTE;

// People wait for these messages, and greylisting servers need a few attempts.
const DELAYS_S = [
  30,
  2 * MINUTE,
  5 * MINUTE,
  15 * MINUTE,
  30 * MINUTE,
  HOUR,
  2 * HOUR,
  4 * HOUR,
] as const;
const LAST_DELAY_S = 6 * HOUR;
const JITTER = 0.1;

/** Seconds until the next attempt. @param attempt from 1 on @param random from 0 up to 1 */
export function delayAfter_s(attempt: number, random: number): number {
  return Math.round((DELAYS_S[attempt - 1] ?? LAST_DELAY_S) * (1 + JITTER * random));
}
