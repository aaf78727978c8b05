import { type Selectable, sql } from "kysely";
import { countOf } from "#db/counts.ts";
import { type Db, isUniqueViolation, type Trx } from "#db/index.ts";
import { type Listed, type Order, readList, type Slice } from "#db/keyset.ts";
import type { Subscriptions } from "#db/types.ts";
import type { PageGrant } from "#lib/auth/authorize.ts";
import { pageRows } from "#lib/page-rows/queries.ts";

export type SubscriptionRow = Selectable<Subscriptions>;

export const {
  get: getSubscriptionRow,
  lock: lockSubscription,
  insert: insertSubscription,
  update: updateSubscriptionRow,
  remove: deleteSubscriptionRow,
} = pageRows("subscriptions");

export const BY_ID: Order = { columns: ["id"], direction: "asc" };

export async function listSubscriptionRows(db: Db, grant: PageGrant, slice: Slice): Promise<Listed<SubscriptionRow>> {
  return readList(subscriptions(db, grant), BY_ID, slice, countOf(db, "status_pages", grant.status_page_id, "subscriptions"));
}

function subscriptions(db: Db, grant: PageGrant) {
  return db.selectFrom("subscriptions").selectAll().where("status_page_id", "=", grant.status_page_id);
}

/** Whether a write failed because the page has a subscription of this kind with the same address. */
export function isAddressTaken(error: unknown): boolean {
  return isUniqueViolation(error, "subscriptions_address");
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
