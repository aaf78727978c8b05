import { type Insertable, type RawBuilder, type Selectable, sql, type Updateable } from "kysely";
import { countOf, countSome } from "#db/counts.ts";
import { type Db, isUniqueViolation, type Trx } from "#db/index.ts";
import { type Keyset, type Listed, type Order, readList, type Slice } from "#db/keyset.ts";
import type { Subscriptions } from "#db/types.ts";
import type { PageGrant } from "#lib/auth/authorize.ts";
import { notFound } from "#lib/errors.ts";
import type { Search } from "#lib/subscriptions/search.ts";

export type SubscriptionRow = Selectable<Subscriptions>;

const BY_ID: Order = { columns: ["id"], direction: "asc" };

export function subscriptionKeyset({ id }: { id: number }): Keyset {
  return [id];
}

/** By the index of all pieces of addresses; what it finds may have the pieces elsewhere and is looked at again. */
function emailContains(grant: PageGrant, part: string): RawBuilder<boolean> {
  const found = sql`search_pieces(status_page_id, email) @> sought_pieces(${grant.status_page_id}, ${part})`;
  return sql<boolean>`(${found} and strpos(lower(email), lower(${part})) > 0)`;
}

function matching(grant: PageGrant, { email_part, phone_number, country_dial_code, phones = [] }: Search): RawBuilder<boolean> {
  const ways: RawBuilder<boolean>[] = phones.map(
    (phone) => sql`(phone_number = ${phone.phone_number} and country_dial_code = ${phone.country_dial_code})`,
  );
  if (email_part !== undefined) ways.push(emailContains(grant, email_part));
  if (phone_number !== undefined) ways.push(sql`phone_number = ${phone_number}`);
  if (country_dial_code !== undefined) ways.push(sql`country_dial_code = ${country_dial_code}`);
  return sql<boolean>`(${sql.join(ways, sql` or `)})`;
}

export async function listSubscriptionRows(
  db: Db,
  grant: PageGrant,
  slice: Slice,
  search: Search | null,
): Promise<Listed<SubscriptionRow>> {
  const all = db.selectFrom("subscriptions").selectAll().where("status_page_id", "=", grant.status_page_id);
  const query = search ? all.where(matching(grant, search)) : all;
  const count = search ? countSome(db, query) : countOf(db, "status_pages", grant.status_page_id, "subscriptions");
  return readList(query, BY_ID, slice, count);
}

function subscription(db: Db, grant: PageGrant, id: number) {
  return db.selectFrom("subscriptions").selectAll().where("status_page_id", "=", grant.status_page_id).where("id", "=", id);
}

/** @throws {AppError} `not_found` */
export async function getSubscriptionRow(db: Db, grant: PageGrant, id: number): Promise<SubscriptionRow> {
  const row = await subscription(db, grant, id).executeTakeFirst();
  if (!row) throw notFound();
  return row;
}

/** @throws {AppError} `not_found` */
export async function lockSubscription(trx: Trx, grant: PageGrant, id: number): Promise<SubscriptionRow> {
  const row = await subscription(trx, grant, id).forUpdate().executeTakeFirst();
  if (!row) throw notFound();
  return row;
}

/** Whether a write failed because the page has a subscription of this kind with the same address. */
export function isAddressTaken(error: unknown): boolean {
  return isUniqueViolation(error, "subscriptions_address");
}

export async function insertSubscription(
  trx: Trx,
  grant: PageGrant,
  values: Omit<Insertable<Subscriptions>, "status_page_id">,
): Promise<SubscriptionRow> {
  return trx
    .insertInto("subscriptions")
    .values({ ...values, status_page_id: grant.status_page_id })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function updateSubscriptionRow(
  trx: Trx,
  grant: PageGrant,
  id: number,
  values: Updateable<Subscriptions>,
): Promise<SubscriptionRow> {
  return trx
    .updateTable("subscriptions")
    .set(values)
    .where("status_page_id", "=", grant.status_page_id)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function deleteSubscriptionRow(trx: Trx, grant: PageGrant, id: number): Promise<void> {
  await trx.deleteFrom("subscriptions").where("status_page_id", "=", grant.status_page_id).where("id", "=", id).execute();
}

/** Ends the subscriptions to single incidents that are about to be deleted. */
export async function deleteSubscriptionsTo(trx: Trx, grant: PageGrant, incidentIds: readonly number[]): Promise<void> {
  await trx
    .deleteFrom("subscriptions")
    .where("status_page_id", "=", grant.status_page_id)
    .where("incident_id", "in", incidentIds)
    .where("filter", "=", "incident")
    .execute();
}

/** Takes an incident type that is about to be deleted out of all subscriptions. */
export async function dropTypeFromSubscriptions(trx: Trx, grant: PageGrant, key: string): Promise<void> {
  await sql`
    update subscriptions set incident_types = array_remove(incident_types, ${key})
    where status_page_id = ${grant.status_page_id} and incident_types <> '{}' and ${key} = any(incident_types)`.execute(trx);
}
