import type { Selectable } from "kysely";
import type { Trx } from "#db/index.ts";
import type { Notifications } from "#db/types.ts";
import type { SubscriptionType } from "#lib/channels/channel.ts";
import type { PageGrant } from "#lib/core/access/authorize.ts";
import { notFound } from "#lib/platform/errors/errors.ts";

type Row = Omit<Selectable<Notifications>, "channel"> & { channel: SubscriptionType };
type Key = Pick<Row, "event_id" | "subscription_id">;

/** @throws {AppError} `not_found` */
export async function lockNotification(
  trx: Trx,
  grant: PageGrant,
  { event_id, subscription_id }: Key,
): Promise<Row> {
  const row = await trx
    .selectFrom("notifications")
    .selectAll()
    .where("status_page_id", "=", grant.status_page_id)
    .where("event_id", "=", event_id)
    .where("subscription_id", "=", subscription_id)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw notFound();
  return row as Row;
}

/** Has it wait, due at a wire time; what is being sent at the moment stays as it is. */
export async function sendAgain(trx: Trx, grant: PageGrant, row: Row, now: string): Promise<void> {
  await trx
    .updateTable("notifications")
    .set({ state: "waiting", due_at: now, resent_at: now, claimed_until: null, settled_at: null })
    .set({ reason: null, answer: null })
    .where("status_page_id", "=", grant.status_page_id)
    .where("event_id", "=", row.event_id)
    .where("subscription_id", "=", row.subscription_id)
    .where("inserted_at", "=", row.inserted_at)
    .where((eb) => eb.or([eb("state", "<>", "waiting"), eb("claimed_until", "is", null)]))
    .execute();
}
