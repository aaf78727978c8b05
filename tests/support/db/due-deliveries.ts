import { sql } from "kysely";
import type { Db } from "#db/index.ts";
import {
  deliverWebhooks,
  dispatcher,
} from "#lib/notifications/webhook-deliveries/deliver-webhooks.ts";
import type { Attempt } from "#lib/notifications/webhooks/schema.ts";
import { wireNow } from "#lib/platform/clock.ts";
import { mintOrganization } from "#tests/support/data/mint.ts";
import { type DeliveryOptions, mintDelivery, mintWebhook } from "#tests/support/data/webhooks.ts";
import type { Receiver } from "#tests/support/http/receiver.ts";

type Job = { status_page_id: number; due_at: string };

/** The jobs that wait for a page, in the order in which they are due. */
export async function jobsOf(db: Db, statusPageId: number): Promise<(Job & { run_at: string })[]> {
  const { rows } = await sql<{ payload: Job; run_at: string }>`
    select payload, run_at from graphile_worker._private_jobs where payload ->> 'status_page_id' = ${String(statusPageId)}
    order by run_at, id`.execute(db);
  return rows.map(({ payload, run_at }) => ({ ...payload, run_at }));
}

/** Makes the attempts that are due on a page, and waits until they have ended. */
export async function deliverDue(status_page_id: number): Promise<void> {
  await deliverWebhooks({ status_page_id, due_at: wireNow() });
  await dispatcher.settled();
}

export async function pending(db: Db, receiver: Receiver, options: DeliveryOptions = {}) {
  const { page } = await mintOrganization(db);
  const webhook = await mintWebhook(db, page.id, { url: receiver.url });
  const delivery_id = await mintDelivery(db, page.id, webhook.id, { state: "pending", ...options });
  const attempt = () => deliverDue(page.id);
  const row = async () => {
    const found = await db
      .selectFrom("webhook_deliveries")
      .selectAll()
      .where("id", "=", delivery_id)
      .executeTakeFirstOrThrow();
    return { ...found, attempts: found.attempts as Attempt[] };
  };
  const isEnabled = async () =>
    (
      await db
        .selectFrom("webhooks")
        .select("enabled")
        .where("id", "=", webhook.id)
        .executeTakeFirstOrThrow()
    ).enabled;
  const audited = () =>
    db
      .selectFrom("audit_log")
      .select(["action", "actor_kind", "changes"])
      .where("status_page_id", "=", page.id)
      .execute();
  return { page, webhook, delivery_id, attempt, row, isEnabled, audited };
}
