import { type RawBuilder, type Selectable, sql } from "kysely";
import { STORED_BYTES } from "#db/budget.ts";
import type { Db, Trx } from "#db/index.ts";
import type { IncidentUpdates } from "#db/types.ts";
import type { PageGrant } from "#lib/core/access/authorize.ts";
import { pageRowBatches, pageRows } from "#lib/core/transaction/page-rows.queries.ts";
import { bytesOfImpacts } from "#lib/incidents/impacts.queries.ts";
import { notFound } from "#lib/platform/errors/errors.ts";

import { bytesOfLinks } from "#lib/services/links.queries.ts";

export type UpdateRow = Selectable<IncidentUpdates>;

export const { insert: insertUpdate, update: updateUpdateRow } = pageRows("incident_updates");
export const { removeAll: deleteUpdateRows } = pageRowBatches("incident_updates");

function byIncident(incidentIds: number[], rows: UpdateRow[]): Map<number, UpdateRow[]> {
  const updates = new Map<number, UpdateRow[]>(incidentIds.map((id) => [id, []]));
  for (const row of rows) updates.get(row.incident_id)?.push(row);
  return updates;
}

/** Updates by incident id, newest first. */
export async function listUpdates(
  db: Db,
  grant: PageGrant,
  incidentIds: number[],
): Promise<Map<number, UpdateRow[]>> {
  if (incidentIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("incident_updates")
    .selectAll()
    .where("status_page_id", "=", grant.status_page_id)
    .where("incident_id", "in", incidentIds)
    .orderBy("posted_at", "desc")
    .orderBy("id", "desc")
    .execute();
  return byIncident(incidentIds, rows);
}

/** null: an API key or the program. */
export type Author = { user_id: number; name: string } | null;

export async function listAuthors(
  db: Db,
  grant: PageGrant,
  incidentId: number,
): Promise<Map<number, Author>> {
  const rows = await db
    .selectFrom("incident_updates as posted")
    .leftJoin("users", "users.id", "posted.posted_by")
    .select(["posted.id", "users.id as user_id"])
    .select(sql<string | null>`coalesce(nullif(users.name, ''), users.email)`.as("name"))
    .where("posted.status_page_id", "=", grant.status_page_id)
    .where("posted.incident_id", "=", incidentId)
    .execute();
  return new Map(
    rows.map(({ id, user_id, name }) => [id, user_id && name ? { user_id, name } : null]),
  );
}

export async function incidentHasUpdates(
  db: Db,
  grant: PageGrant,
  incidentId: number,
): Promise<boolean> {
  const found = await db
    .selectFrom("incident_updates")
    .select("id")
    .where("status_page_id", "=", grant.status_page_id)
    .where("incident_id", "=", incidentId)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** Whether subscribers were told of an incident, by an update or a reminder of its start. */
export async function wasAnnounced(
  db: Db,
  { status_page_id: page }: PageGrant,
  incidentId: number,
): Promise<boolean> {
  const { rows } = await sql`
    select from incident_updates where status_page_id = ${page} and incident_id = ${incidentId}
      and notify
    union all
    select from incident_timers where status_page_id = ${page} and incident_id = ${incidentId}
      and kind in ('first_before', 'second_before') and settled_for is not null
    limit 1`.execute(db);
  return rows.length > 0;
}

export async function getUpdate(
  trx: Trx,
  grant: PageGrant,
  incidentId: number,
  updateId: number,
): Promise<UpdateRow> {
  const row = await trx
    .selectFrom("incident_updates")
    .selectAll()
    .where("status_page_id", "=", grant.status_page_id)
    .where("incident_id", "=", incidentId)
    .where("id", "=", updateId)
    .executeTakeFirst();
  if (!row) throw notFound();
  return row;
}

/** The highest update id, including deleted updates that can be restored; 0: none. */
export async function newestUpdateId(
  trx: Trx,
  grant: PageGrant,
  incidentId: number,
): Promise<number> {
  const { rows } = await sql<{ newest: number | null }>`
    select max(id) as newest from (
      select id, status_page_id, incident_id from incident_updates
      union all
      select id, status_page_id, incident_id from deleted_updates
    ) as updates
    where status_page_id = ${grant.status_page_id} and incident_id = ${incidentId}`.execute(trx);
  return rows[0]?.newest ?? 0;
}

/** Keeps a copy to restore. @param now wire time @throws {AppError} `not_found` */
export async function deleteUpdateRow(
  trx: Trx,
  grant: PageGrant,
  incidentId: number,
  updateId: number,
  now: string,
): Promise<void> {
  const { numAffectedRows } = await sql`
    with gone as (
      delete from incident_updates
      where status_page_id = ${grant.status_page_id} and incident_id = ${incidentId}
        and id = ${updateId}
      returning *
    )
    insert into deleted_updates (status_page_id, incident_id, id, kept, deleted_at)
    select status_page_id, incident_id, id, to_jsonb(gone), ${now}::timestamptz from gone`.execute(
    trx,
  );
  if (!numAffectedRows) throw notFound();
}

/** Restores an update deleted since a wire time. */
export async function restoreUpdateRow(
  trx: Trx,
  grant: PageGrant,
  incidentId: number,
  updateId: number,
  since: string,
): Promise<UpdateRow | undefined> {
  const { rows } = await sql<UpdateRow>`
    with taken as (
      delete from deleted_updates
      where status_page_id = ${grant.status_page_id} and incident_id = ${incidentId}
        and id = ${updateId} and deleted_at >= ${since}::timestamptz
      returning kept
    )
    insert into incident_updates overriding system value
    select restored.* from taken, jsonb_populate_record(null::incident_updates, kept) as restored
    returning *`.execute(trx);
  return rows[0];
}

/** Deletes, on every page, copies that can no longer be restored. */
export async function purgeUpdatesDeletedBefore(db: Db, time: string): Promise<void> {
  await db.deleteFrom("deleted_updates").where("deleted_at", "<", time).execute();
}

type RecordKind = "incident" | "info_notice";

/** For the byte budget of a list: a record, `found`, with its updates and services. */
export function bytesOfRecord(record: RecordKind): RawBuilder<number> {
  const impacts = record === "incident" ? bytesOfImpacts() : sql`0`;
  return sql`${STORED_BYTES} + ${bytesOfLinks(record)} + ${impacts} + (
    select coalesce(sum(coalesce(said.bytes, octet_length(row_to_json(said)::text))), 0)
    from ${sql.table(`${record}_updates`)} as said
    where said.status_page_id = found.status_page_id
      and said.${sql.ref(`${record}_id`)} = found.id
  )`;
}

const BYTES = sql`coalesce(bytes, octet_length(description) + octet_length(translations::text))`;

/** `each`: updates of one record; `bytes`: of all updates together. */
export type Limits = { each: number; bytes: number };

/** Newest first, by record id. */
export async function listNewest<Row>(
  db: Db,
  grant: PageGrant,
  record: RecordKind,
  ids: readonly number[],
  { each, bytes }: Limits,
): Promise<Map<number, Row[]>> {
  const updates = new Map<number, Row[]>(ids.map((id) => [id, []]));
  if (ids.length === 0) return updates;
  const key = sql.ref(`${record}_id`);
  const { rows } = await sql<Row & { record_id: number }>`
    select * from (
      select newest.*, ${key} as record_id, sum(${BYTES}) over (order by posted_at desc,
        id desc) as so_far
      from unnest(${ids}::bigint[]) as wanted (record_id)
      cross join lateral (
        select * from ${sql.table(`${record}_updates`)}
        where status_page_id = ${grant.status_page_id} and ${key} = wanted.record_id
        order by posted_at desc, id desc limit ${each}
      ) as newest
    ) as counted where so_far <= ${bytes} order by posted_at desc, id desc`.execute(db);
  for (const row of rows) updates.get(row.record_id)?.push(row);
  return updates;
}
