import { randomBytes } from "node:crypto";
import type { Trx } from "#db/index.ts";
import { insertMessage } from "#lib/core/outbox/queries.ts";
import { enqueue } from "#lib/core/queue/enqueue.ts";
import { wireNow } from "#lib/platform/clock.ts";
import { seal } from "#lib/platform/crypto/seal.ts";

type Message = {
  /** Who composes it: a key of the senders in lib/server/worker/send-message.ts. */
  kind: string;
  status_page_id?: number;
  subscription_id?: number;
  /** What only the recipient may read; sealed until it leaves. */
  params: Record<string, string>;
  /** Wire time from which it would be of no use. */
  expires_at: string;
};

/** Has a worker send it at the wire time. */
export async function orderAttempt(trx: Trx, outbox_id: number, run_at?: string): Promise<void> {
  await enqueue(trx, "send-message", { outbox_id }, { run_at, key: `send-message:${outbox_id}` });
}

/**
 * Orders a message in the transaction that makes it necessary: both happen, or neither.
 * @returns its id
 */
export async function orderMessage(trx: Trx, { params, ...values }: Message): Promise<number> {
  const id = await insertMessage(trx, {
    ...values,
    message_id: randomBytes(18).toString("base64url"),
    params_sealed: seal(JSON.stringify(params)),
    next_attempt_at: wireNow(),
  });
  await orderAttempt(trx, id);
  return id;
}
