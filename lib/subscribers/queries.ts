import { type Insertable, type RawBuilder, type Selectable, sql, type Updateable } from "kysely";
import { type Answer, OWN_BYTES } from "#db/budget.ts";
import { countOf, countSome } from "#db/counts.ts";
import { type Db, isUniqueViolation, type Trx } from "#db/index.ts";
import { type Listed, type Order, readList, type Slice } from "#db/keyset.ts";
import type { Subscriptions } from "#db/types.ts";
import type { SubscriptionType } from "#lib/channels/channel.ts";
import type { PageGrant } from "#lib/core/access/authorize.ts";
import { pageRows } from "#lib/core/transaction/page-rows.queries.ts";
import { BYTES_OF_GROUPS } from "#lib/incidents/groups/queries.ts";
import { bytesOfLinks } from "#lib/services/links.queries.ts";
import { openAddress, sealAddress } from "#lib/subscribers/addresses.ts";
import { type AddressColumns, addressKey } from "#lib/subscribers/normal-addresses.ts";

export type SubscriptionRow = Selectable<Subscriptions>;

const kept = pageRows("subscriptions");

export const deleteSubscriptionRow = kept.remove;

/** @throws {AppError} `not_found` */
export async function getSubscriptionRow(
  db: Db,
  grant: PageGrant,
  id: number,
): Promise<SubscriptionRow> {
  return openAddress(await kept.get(db, grant, id));
}

/** @throws {AppError} `not_found` */
export async function lockSubscription(
  trx: Trx,
  grant: PageGrant,
  id: number,
): Promise<SubscriptionRow> {
  return openAddress(await kept.lock(trx, grant, id));
}

export async function insertSubscription(
  trx: Trx,
  grant: PageGrant,
  values: Omit<Insertable<Subscriptions>, "status_page_id" | "address_key">,
): Promise<SubscriptionRow> {
  const address_key = addressKey(values);
  return openAddress(await kept.insert(trx, grant, sealAddress({ ...values, address_key })));
}

/**
 * A new address comes with its `address_key`. Another spelling of the same one loses it, as if by a
 * program that knows no keys, and gets it again.
 */
export async function updateSubscriptionRow(
  trx: Trx,
  grant: PageGrant,
  id: number,
  values: Updateable<Subscriptions>,
): Promise<SubscriptionRow> {
  const row = await kept.update(trx, grant, id, sealAddress(values));
  const { address_key } = values;
  if (!address_key || row.address_key !== null) return openAddress(row);
  return openAddress(await kept.update(trx, grant, id, { address_key }));
}

export type ListFilter = { type?: SubscriptionType; group_id?: number };

export const BY_ID: Order = { columns: ["id"], direction: "asc" };

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
    answer: (rows) => answer(rows.map(openAddress)),
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

export async function listNextRows(
  db: Db,
  grant: PageGrant,
  after: number,
  limit: number,
): Promise<SubscriptionRow[]> {
  const rows = subscriptions(db, grant).where("id", ">", after).orderBy("id").limit(limit);
  return (await rows.execute()).map(openAddress);
}

export function isAddressTaken(error: unknown): boolean {
  return isUniqueViolation(error, "subscriptions_address");
}

/**
 * The address expression of the unique index; a row of before has its spelling. Twins have one key:
 * an `address_twin` other than 0 marks a second subscription of before, which asks for other news.
 */
export const ADDRESS = sql<string>`coalesce(address_key, md5(case type when 'email' then lower(email)
  when 'sms' then country_dial_code || ' ' || phone_number else webhook_url end))`;

/** Locks the subscription of an address, however it is spelled. */
export async function lockByAddress(
  trx: Trx,
  grant: PageGrant,
  columns: AddressColumns,
): Promise<SubscriptionRow | undefined> {
  const row = await subscriptions(trx, grant)
    .where("type", "=", columns.type)
    .where(ADDRESS, "=", addressKey(columns))
    .orderBy("address_twin")
    .forUpdate()
    .executeTakeFirst();
  return row && openAddress(row);
}

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
