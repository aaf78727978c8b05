import { type RawBuilder, sql } from "kysely";
import type { Db } from "#db/index.ts";
import type { PageGrant } from "#lib/auth/authorize.ts";
import type { SubscriptionType } from "#lib/subscriptions/schema.ts";

/** What is told of, as far as it decides who hears. */
export type Told = {
  /** null: it is not there yet */
  incident_id: number | null;
  type: string;
  /** What visitors see of the services it affects, with all above them. */
  service_ids: readonly number[];
};

/** Whether a subscription's filter lets it hear of something. */
function hears(grant: PageGrant, { incident_id, type, service_ids }: Told): RawBuilder<boolean> {
  return sql<boolean>`(
    filter = 'all'
    or (filter = 'incident' and incident_id = ${incident_id}::bigint)
    or (filter = 'incident_types' and ${type} = any(incident_types))
    or (filter = 'services' and id in (
      select subscription_id from subscription_services
      where status_page_id = ${grant.status_page_id} and service_id = any(${service_ids}::bigint[]))))`;
}

/** How many confirmed subscriptions of each kind hear of something. */
export async function countListeners(
  db: Db,
  grant: PageGrant,
  told: Told,
  { types, groups }: { types: readonly SubscriptionType[]; groups?: readonly number[] },
): Promise<{ type: SubscriptionType; count: number }[]> {
  const page = grant.status_page_id;
  const grouped = sql<boolean>`id in (
    select subscription_id from subscription_group_members
    where status_page_id = ${page} and subscription_group_id = any(${groups ?? []}::bigint[]))`;
  const all = db
    .selectFrom("subscriptions")
    .select(["type", ({ fn }) => fn.countAll<number>().as("count")])
    .where("status_page_id", "=", page)
    .where("confirmed_at", "is not", null)
    .where(sql<boolean>`type = any(${types})`)
    .where(hears(grant, told));
  const meant = groups ? all.where(grouped) : all;
  return meant.groupBy("type").orderBy("type").execute();
}
