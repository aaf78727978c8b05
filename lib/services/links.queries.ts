import { type RawBuilder, sql } from "kysely";
import type { Db, Trx } from "#db/index.ts";
import type { PageGrant } from "#lib/core/access/authorize.ts";
import { listVisibleServiceIds } from "#lib/services/queries.ts";

/** Records with a link table: `incident_services` … */
type LinkedRecord =
  | "incident"
  | "info_notice"
  | "incident_template"
  | "access_group"
  | "subscription";

/** Service ids by record, hidden ones included, in the given order. */
export async function listAllLinks(
  db: Db,
  grant: PageGrant,
  record: LinkedRecord,
  ids: number[],
): Promise<Map<number, number[]>> {
  const links = new Map<number, number[]>(ids.map((id) => [id, []]));
  if (ids.length === 0) return links;
  const key = sql.ref(`${record}_id`);
  const { rows } = await sql<{ id: number; service_ids: number[] }>`
    select ${key} as id, json_agg(service_id order by place, service_id) as service_ids
    from ${sql.table(`${record}_services`)}
    where status_page_id = ${grant.status_page_id} and ${key} = any(${ids}::bigint[])
    group by ${key}`.execute(db);
  for (const { id, service_ids } of rows) links.set(id, service_ids);
  return links;
}

const LINK_BYTES = 10;

/** For the byte budget of a list: `found` is the row of the record. */
export function bytesOfLinks(record: LinkedRecord): RawBuilder<number> {
  return sql`(
    select ${sql.lit(LINK_BYTES)} * count(*) from ${sql.table(`${record}_services`)} as link
    where link.status_page_id = found.status_page_id and link.${sql.ref(`${record}_id`)} = found.id
  )`;
}

/** Ids of the services that the caller may see, by record, in the given order. */
export async function listLinks(
  db: Db,
  grant: PageGrant,
  record: LinkedRecord,
  ids: number[],
): Promise<Map<number, number[]>> {
  if (ids.length === 0) return new Map();
  const [visible, links] = await Promise.all([
    listVisibleServiceIds(db, grant),
    listAllLinks(db, grant, record, ids),
  ]);
  if (visible === null) return links;
  const shown = new Set(visible);
  return new Map(
    Array.from(links, ([id, service_ids]) => [id, service_ids.filter((each) => shown.has(each))]),
  );
}

export async function setLinks(
  trx: Trx,
  grant: PageGrant,
  record: LinkedRecord,
  id: number,
  serviceIds: readonly number[],
): Promise<void> {
  const table = sql.table(`${record}_services`);
  const key = sql.ref(`${record}_id`);
  const page = grant.status_page_id;
  await Promise.all([
    sql`delete from ${table} where status_page_id = ${page} and ${key} = ${id}`.execute(trx),
    sql`
      insert into ${table} (status_page_id, ${key}, service_id, place)
      select ${page}, ${id}, given.* from unnest(${serviceIds}::bigint[])
        with ordinality as given`.execute(trx),
  ]);
}

function linksOf(grant: PageGrant, record: LinkedRecord): RawBuilder<unknown> {
  return sql`
    select from ${sql.table(`${record}_services`)} as link
    where link.status_page_id = ${grant.status_page_id} and link.${sql.ref(`${record}_id`)} = ${sql.ref(`${record}s.id`)}`;
}

export function affects(
  grant: PageGrant,
  record: LinkedRecord,
  serviceIds: readonly number[],
): RawBuilder<boolean> {
  return sql<boolean>`exists (${linksOf(grant, record)} and link.service_id = any(${serviceIds}::bigint[]))`;
}

/** A record that names no service concerns the whole page. */
export function concerns(
  grant: PageGrant,
  record: LinkedRecord,
  serviceIds: readonly number[],
): RawBuilder<boolean> {
  return sql<boolean>`(${affects(grant, record, serviceIds)} or not exists (${linksOf(grant, record)}))`;
}

/** Records that would concern the whole page without this service. */
export async function listConcerningOnly(
  trx: Trx,
  grant: PageGrant,
  record: LinkedRecord,
  serviceId: number,
): Promise<number[]> {
  const page = grant.status_page_id;
  const table = sql.table(`${record}_services`);
  const key = sql.ref(`${record}_id`);
  const { rows } = await sql<{ id: number }>`
    select ${key} as id from ${table} as link where status_page_id = ${page}
      and service_id = ${serviceId}
      and not exists (
        select from ${table} as other
        where other.status_page_id = ${page} and other.${key} = link.${key}
          and other.service_id <> ${serviceId}
      )`.execute(trx);
  return rows.map((row) => row.id);
}
