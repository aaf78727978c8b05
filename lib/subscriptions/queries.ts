import { type RawBuilder, type Selectable, sql } from "kysely";
import { type Answer, OWN_BYTES } from "#db/budget.ts";
import { countOf } from "#db/counts.ts";
import { type Db, isUniqueViolation } from "#db/index.ts";
import { type Listed, type Order, readList, type Slice } from "#db/keyset.ts";
import type { Subscriptions } from "#db/types.ts";
import type { PageGrant } from "#lib/auth/authorize.ts";
import { pageRows } from "#lib/page-rows/queries.ts";
import { bytesOfLinks } from "#lib/services/links/queries.ts";
import { BYTES_OF_GROUPS } from "#lib/subscription-groups/queries.ts";

export type SubscriptionRow = Selectable<Subscriptions>;

export const {
  get: getSubscriptionRow,
  lock: lockSubscription,
  insert: insertSubscription,
  update: updateSubscriptionRow,
  remove: deleteSubscriptionRow,
} = pageRows("subscriptions");

export const BY_ID: Order = { columns: ["id"], direction: "asc" };

/** What a subscription has with the services and groups that it names. */
export const SUBSCRIPTION_BYTES: RawBuilder<number> = sql`
  ${OWN_BYTES} + ${bytesOfLinks("subscription")} + ${BYTES_OF_GROUPS}`;

export async function listSubscriptionRows<Answered>(
  db: Db,
  grant: PageGrant,
  slice: Slice,
  answer: Answer<SubscriptionRow, Answered>,
): Promise<Listed<Answered>> {
  return readList(db, subscriptions(db, grant), slice, {
    order: BY_ID,
    count: countOf(db, "status_pages", grant.status_page_id, "subscriptions"),
    answer,
    bytes: SUBSCRIPTION_BYTES,
  });
}

function subscriptions(db: Db, grant: PageGrant) {
  return db
    .selectFrom("subscriptions")
    .selectAll()
    .where("status_page_id", "=", grant.status_page_id);
}

/**
 * Whether a write failed because the page has a subscription of this kind with the same address.
 */
export function isAddressTaken(error: unknown): boolean {
  return isUniqueViolation(error, "subscriptions_address");
}
