import { type RawBuilder, sql } from "kysely";
import type { Db } from "#db/index.ts";
import type { PageGrant } from "#lib/auth/authorize.ts";
import type { SubscriptionType } from "#lib/subscriptions/schema.ts";

/** What is told of, as far as it decides who hears. */
export type Told = {
  /** null: it is not there yet, or no incident */
  incident_id: number | null;
  /** Of an incident; of a notice it is empty. */
  type: string;
  /** What visitors see of the services it affects, with all above them. */
  service_ids: readonly number[];
};

/** Who hears of something: by the kinds that the page offers. */
export type Listening = { told: Told; types: readonly SubscriptionType[] };

/** Whether a subscription, named so in the query, wants to hear of something and has said so. */
export function hears(
  { status_page_id }: PageGrant,
  { told: { incident_id, type, service_ids }, types }: Listening,
  name = "subscriptions",
): RawBuilder<boolean> {
  const its = (column: string) => sql.ref(`${name}.${column}`);
  return sql<boolean>`(
    ${its("confirmed_at")} is not null and ${its("type")} = any(${types})
    and (${its("filter")} = 'all'
      or (${its("filter")} = 'incident' and ${its("incident_id")} = ${incident_id}::bigint)
      or (${its("filter")} = 'incident_types' and ${type} = any(${its("incident_types")}))
      or (${its("filter")} = 'services' and ${its("id")} in (
        select subscription_id from subscription_services
        where status_page_id = ${status_page_id}
          and service_id = any(${service_ids}::bigint[])))))`;
}

/** How many confirmed subscriptions of each kind hear of something. */
export async function countListeners(
  db: Db,
  grant: PageGrant,
  listening: Listening,
  groups?: readonly number[],
): Promise<{ type: SubscriptionType; count: number }[]> {
  const page = grant.status_page_id;
  const grouped = sql<boolean>`id in (
    select subscription_id from subscription_group_members
    where status_page_id = ${page} and subscription_group_id = any(${groups ?? []}::bigint[]))`;
  const all = db
    .selectFrom("subscriptions")
    .select(["type", ({ fn }) => fn.countAll<number>().as("count")])
    .where("status_page_id", "=", page)
    .where(hears(grant, listening));
  const meant = groups ? all.where(grouped) : all;
  return meant.groupBy("type").orderBy("type").execute();
}
