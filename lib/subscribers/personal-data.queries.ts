import { type Selectable, sql } from "kysely";
import type { Db, Trx } from "#db/index.ts";
import type { Notifications } from "#db/types.ts";
import { SUBSCRIPTION_TYPES } from "#lib/channels/channel.ts";
import type { PageGrant } from "#lib/core/access/authorize.ts";
import { openAddress } from "#lib/subscribers/addresses.ts";
import { addressKey, keysOfNumber } from "#lib/subscribers/normal-addresses.ts";
import { ADDRESS, type SubscriptionRow } from "#lib/subscribers/queries.ts";

export type Address = { email: string; digits: string; url: string };

export async function listByPerson(
  db: Db,
  grant: PageGrant,
  { email, digits, url }: Address,
): Promise<SubscriptionRow[]> {
  const keys = SUBSCRIPTION_TYPES.flatMap((type) =>
    type === "sms" ? keysOfNumber(digits) : (addressKey({ type, email, webhook_url: url }) ?? []),
  );
  const { rows } = await sql<SubscriptionRow>`
    select * from subscriptions
    where status_page_id = ${grant.status_page_id}
      and (${ADDRESS} = any(${keys}::text[]) or lower(email) = lower(${email}))
    order by id`.execute(db);
  return rows.map(openAddress);
}

type NotificationRecord = Pick<
  Selectable<Notifications>,
  | "event_id"
  | "subscription_id"
  | "subject"
  | "channel"
  | "state"
  | "attempts"
  | "settled_at"
  | "reason"
  | "answer"
  | "inserted_at"
>;

export async function listNotifications(
  db: Db,
  grant: PageGrant,
  ids: readonly number[],
): Promise<NotificationRecord[]> {
  return db
    .selectFrom("notifications")
    .select([
      ...(["event_id", "subscription_id", "subject", "channel", "state", "attempts"] as const),
      ...(["settled_at", "reason", "answer", "inserted_at"] as const),
    ])
    .where("status_page_id", "=", grant.status_page_id)
    .where(sql<boolean>`subscription_id = any(${ids}::bigint[])`)
    .orderBy("inserted_at")
    .orderBy("event_id")
    .execute();
}

export async function listJoinRequests(
  db: Db,
  grant: PageGrant,
  email: string,
): Promise<{ email: string; expires_at: string }[]> {
  return db
    .selectFrom("join_requests")
    .select(["email", "expires_at"])
    .where("status_page_id", "=", grant.status_page_id)
    .where(sql<boolean>`lower(email) = lower(${email})`)
    .execute();
}

/** Keeps in the ledger only that a message was sent. */
async function anonymizeNotifications(
  trx: Trx,
  grant: PageGrant,
  ids: readonly number[],
  now: string,
) {
  await sql`
    update notifications set provider_id = null, answer = null, claimed_until = null, due_at = null,
      settled_at = coalesce(settled_at, ${now}::timestamptz),
      reason = case when state = 'waiting' then 'no longer subscribed' else reason end,
      state = case when state = 'waiting' then 'withdrawn' else state end
    where status_page_id = ${grant.status_page_id} and subscription_id = any(${ids}::bigint[])
  `.execute(trx);
}

export async function eraseRows(
  trx: Trx,
  grant: PageGrant,
  ids: readonly number[],
  { email, now }: { email: string; now: string },
): Promise<void> {
  const page = grant.status_page_id;
  await anonymizeNotifications(trx, grant, ids, now);
  await sql`delete from outbox where status_page_id = ${page}
    and subscription_id = any(${ids}::bigint[])`.execute(trx);
  await sql`delete from subscriptions where status_page_id = ${page}
    and id = any(${ids}::bigint[])`.execute(trx);
  await sql`delete from join_requests where status_page_id = ${page}
    and lower(email) = lower(${email})`.execute(trx);
  // Pending import files may name the person.
  await sql`delete from subscription_imports where status_page_id = ${page}
    and state in ('uploading', 'checking', 'checked')`.execute(trx);
}
