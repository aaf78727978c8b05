import { sql } from "kysely";
import type { Trx } from "#db/index.ts";
import type { ProgramGrant } from "#lib/core/access/authorize.ts";
import type { Double, Merge } from "#lib/subscribers/doubles.ts";
import { ADDRESS, type SubscriptionRow } from "#lib/subscribers/queries.ts";

type Unkeyed = Pick<
  SubscriptionRow,
  | "id"
  | "status_page_id"
  | "type"
  | "email"
  | "country_dial_code"
  | "phone_number"
  | "webhook_url"
  | "address_key"
>;

/** Locks rows without a key, and keeps other processes from keying any. */
export async function listUnkeyed(
  trx: Trx,
  _grant: ProgramGrant,
  after: number,
  limit: number,
): Promise<Unkeyed[]> {
  await sql`select pg_advisory_xact_lock(hashtext('allclear.address_keys'))`.execute(trx);
  return trx
    .selectFrom("subscriptions")
    .select(["id", "status_page_id", "type", "email", "country_dial_code", "phone_number"])
    .select(["webhook_url", "address_key"])
    .where("address_key", "is", null)
    .where("id", ">", after)
    .orderBy("id")
    .limit(limit)
    .forUpdate()
    .execute();
}

/** Locks all rows of the addresses, whether they have a key or only its spelling. */
export async function listSameAddress(
  trx: Trx,
  _grant: ProgramGrant,
  rows: readonly Unkeyed[],
): Promise<Double[]> {
  const found = await sql<Double>`
    select id, status_page_id, type, filter, incident_types, confirmed_at, quarantined_at,
      quarantined_until, quarantine_kind, quarantine_reason, consent_at, consent_source,
      incident_id, ${ADDRESS} as address_key,
      array(select service_id from subscription_services as link
        where link.status_page_id = subscriptions.status_page_id
          and link.subscription_id = subscriptions.id order by place) as service_ids,
      array(select subscription_group_id from subscription_group_members as link
        where link.status_page_id = subscriptions.status_page_id
          and link.subscription_id = subscriptions.id) as group_ids
    from subscriptions
    where id in (
      select unnest(${rows.map(({ id }) => id)}::bigint[])
      union all
      select id from subscriptions join unnest(${rows.map((row) => row.status_page_id)}::bigint[],
        ${rows.map((row) => row.type)}::text[], ${rows.map((row) => row.address_key)}::text[])
        as one (page, kind, key)
        on status_page_id = page and type = kind and ${ADDRESS} = key)
    order by id
    for update`.execute(trx);
  return found.rows;
}

export async function mergeInto(
  trx: Trx,
  _grant: ProgramGrant,
  { kept, gone_ids, left_ids, service_ids, group_ids, incident_types }: Merge,
): Promise<void> {
  await sql`
    update subscriptions set address_twin = id where id = any(${left_ids}::bigint[])`.execute(trx);
  await trx
    .updateTable("subscriptions")
    .set({
      incident_types,
      quarantined_at: kept.quarantined_at,
      quarantined_until: kept.quarantined_until,
      quarantine_kind: kept.quarantine_kind,
      quarantine_reason: kept.quarantine_reason,
      consent_at: kept.consent_at,
      consent_source: kept.consent_source,
    })
    .where("id", "=", kept.id)
    .execute();
  await sql`
    insert into subscription_services (status_page_id, subscription_id, service_id, place)
    select ${kept.status_page_id}, ${kept.id}, service_id, place - 1
    from unnest(${service_ids}::bigint[]) with ordinality as one (service_id, place)
    on conflict do nothing`.execute(trx);
  await sql`
    insert into subscription_group_members (status_page_id, subscription_id, subscription_group_id)
    select ${kept.status_page_id}, ${kept.id}, unnest(${group_ids}::bigint[])
    on conflict do nothing`.execute(trx);
  // One manage link is the present one; the others are in mails that people keep.
  await sql`
    update subscription_links set subscription_id = ${kept.id},
      purpose = case purpose when 'manage' then 'merged' else purpose end
    where status_page_id = ${kept.status_page_id} and purpose in ('manage', 'merged', 'confirm')
      and subscription_id = any(${gone_ids}::bigint[])`.execute(trx);
}

export async function deleteDoubles(
  trx: Trx,
  _grant: ProgramGrant,
  ids: readonly number[],
): Promise<void> {
  await sql`delete from subscriptions where id = any(${ids}::bigint[])`.execute(trx);
}

export async function updateAddresses(
  trx: Trx,
  _grant: ProgramGrant,
  rows: readonly Unkeyed[],
): Promise<void> {
  const column = <K extends keyof Unkeyed>(name: K) => rows.map((row) => row[name]);
  await sql`
    update subscriptions set phone_number = now.phone_number, webhook_url = now.webhook_url,
      address_key = now.address_key
    from unnest(${column("id")}::bigint[], ${column("phone_number")}::text[],
      ${column("webhook_url")}::text[], ${column("address_key")}::text[])
      as now (id, phone_number, webhook_url, address_key)
    where subscriptions.id = now.id`.execute(trx);
}
