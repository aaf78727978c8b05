import { sql } from "kysely";
import type { Db } from "#db/index.ts";
import type { PageGrant } from "#lib/core/access/authorize.ts";
import type { NotificationEvent } from "#lib/notifications/queries.ts";

const MAX_EARLIER = 50;

/** The services that a record affected when its last messages before an event were written. */
export async function listFormerServiceIds(
  db: Db,
  grant: PageGrant,
  { id, subject }: NotificationEvent,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct named::bigint as id from (
      select payload::jsonb #> '{data,object,service_ids}' as service_ids from events
      where status_page_id = ${grant.status_page_id} and subject = ${subject} and id < ${id}
        and news_planned_at is not null
      order by id desc limit ${MAX_EARLIER}) as earlier,
      jsonb_array_elements_text(service_ids) as named`.execute(db);
  return rows.map((row) => row.id);
}

/** The services that subscriptions chose, by subscription. */
export async function listChosenServices(
  db: Db,
  grant: PageGrant,
  ids: readonly number[],
): Promise<Map<number, number[]>> {
  const { rows } = await sql<{ subscription_id: number; service_ids: number[] }>`
    select subscription_id, array_agg(service_id) as service_ids from subscription_services
    where status_page_id = ${grant.status_page_id} and subscription_id = any(${ids}::bigint[])
    group by subscription_id`.execute(db);
  return new Map(rows.map(({ subscription_id, service_ids }) => [subscription_id, service_ids]));
}
