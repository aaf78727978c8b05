import { type RawBuilder, type Selectable, sql } from "kysely";
import { type Answer, OWN_BYTES } from "#db/budget.ts";
import { countOf, countSome } from "#db/counts.ts";
import { type Db, isUniqueViolation, type Trx } from "#db/index.ts";
import { type Listed, type Order, readList, type Slice } from "#db/keyset.ts";
import type { Subscriptions } from "#db/types.ts";
import type { PageGrant } from "#lib/auth/authorize.ts";
import { pageRows } from "#lib/page-rows/queries.ts";
import { bytesOfLinks } from "#lib/services/links/queries.ts";
import { BYTES_OF_GROUPS } from "#lib/subscription-groups/queries.ts";
import type { SubscriptionType } from "#lib/subscriptions/schema.ts";

export type SubscriptionRow = Selectable<Subscriptions>;

export const {
  get: getSubscriptionRow,
  lock: lockSubscription,
  insert: insertSubscription,
  update: updateSubscriptionRow,
  remove: deleteSubscriptionRow,
} = pageRows("subscriptions");

/** What a list of subscriptions is narrowed to. */
export type ListFilter = { type?: SubscriptionType; group_id?: number };

export const BY_ID: Order = { columns: ["id"], direction: "asc" };

/** What a subscription has with the services and groups that it names. */
export const SUBSCRIPTION_BYTES: RawBuilder<number> = sql`
  ${OWN_BYTES} + ${bytesOfLinks("subscription")} + ${BYTES_OF_GROUPS}`;

export async function listSubscriptionRows<Answered>(
  db: Db,
  grant: PageGrant,
  slice: Slice,
  filter: ListFilter,
  answer: Answer<SubscriptionRow, Answered>,
): Promise<Listed<Answered>> {
  const query = subscriptions(db, grant, filter);
  const isWhole = filter.type === undefined && filter.group_id === undefined;
  return readList(db, query, slice, {
    order: BY_ID,
    count: isWhole
      ? countOf(db, "status_pages", grant.status_page_id, "subscriptions")
      : countSome(db, query),
    answer,
    bytes: SUBSCRIPTION_BYTES,
  });
}

export function subscriptions(db: Db, grant: PageGrant, { type, group_id }: ListFilter = {}) {
  let query = db
    .selectFrom("subscriptions")
    .selectAll()
    .where("status_page_id", "=", grant.status_page_id);
  if (type !== undefined) query = query.where("type", "=", type);
  if (group_id === undefined) return query;
  const members = db
    .selectFrom("subscription_group_members")
    .select("subscription_id")
    .where("status_page_id", "=", grant.status_page_id)
    .where("subscription_group_id", "=", group_id);
  return query.where("id", "in", members);
}

/** The next subscriptions of a page after an id, by id. */
export async function listNextRows(
  db: Db,
  grant: PageGrant,
  after: number,
  limit: number,
): Promise<SubscriptionRow[]> {
  return subscriptions(db, grant).where("id", ">", after).orderBy("id").limit(limit).execute();
}

/**
 * Whether a write failed because the page has a subscription of this kind with the same address.
 */
export function isAddressTaken(error: unknown): boolean {
  return isUniqueViolation(error, "subscriptions_address");
}

/**
 * The page's subscription with an address: an e-mail address in whichever case, that of a webhook
 * or chat, or a number, `49 1511234567`. Until the transaction ends nobody else changes it.
 */
export async function lockByAddress(
  trx: Trx,
  grant: PageGrant,
  type: SubscriptionType,
  address: string,
): Promise<SubscriptionRow | undefined> {
  // As the unique index spells it.
  const known = sql`md5(case type when 'email' then lower(email) when 'sms' then country_dial_code || ' ' || phone_number else webhook_url end)`;
  const spelled = type === "email" ? sql`lower(${address}::text)` : sql`${address}::text`;
  return subscriptions(trx, grant)
    .where("type", "=", type)
    .where(sql<boolean>`${known} = md5(${spelled})`)
    .forUpdate()
    .executeTakeFirst();
}

/** @returns how many were deleted */
export async function deleteUnconfirmed(db: Db, before: string, limit: number): Promise<number> {
  const old = db
    .selectFrom("subscriptions")
    .select("id")
    .where("confirmed_at", "is", null)
    .where("requested_at", "<=", before)
    .limit(limit);
  const { numDeletedRows } = await db
    .deleteFrom("subscriptions")
    .where("id", "in", old)
    .where("confirmed_at", "is", null)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
