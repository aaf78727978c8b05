import { type Selectable, sql } from "kysely";
import type { Db, Trx } from "#db/index.ts";
import type { CalendarEvents } from "#db/types.ts";
import type { PageGrant, ProgramGrant } from "#lib/core/access/authorize.ts";
import { isAtHome } from "#lib/core/moves/queries.ts";
import type { SkippedEvent } from "#lib/incidents/calendar-import/schema.ts";

/** The values that an import last wrote; a difference from them is an operator's edit. */
export type Written = {
  title: string;
  description: string;
  starts_at: string;
  ends_at: string;
  update_id: number | null;
};
export type KnownEvent = Omit<Selectable<CalendarEvents>, "written"> & { written: Written };

/** `run`: the id of the manual request; null: scheduled. */
export type Result = {
  run: string | null;
  created: number;
  changed: number;
  called_off: number;
  unchanged: number;
  left_out: number;
  named?: SkippedEvent[];
  /** Keys of many events that vanished at once: the next answer has to agree. */
  missing?: string[];
};

type Import = { etag: string | null; read_at: string | null; result: Result | null };

export async function findImport(
  db: Db,
  grant: PageGrant,
  integrationId: number,
): Promise<Import | undefined> {
  const row = await db
    .selectFrom("calendar_imports")
    .select(["etag", "read_at", "result"])
    .where("status_page_id", "=", grant.status_page_id)
    .where("integration_id", "=", integrationId)
    .executeTakeFirst();
  return row as Import | undefined;
}

/** Columns that are not given keep their values. */
export async function saveImport(
  trx: Trx,
  { status_page_id }: PageGrant,
  integration_id: number,
  values: { asked_at: string; etag?: string | null; read_at?: string; result: Result },
): Promise<void> {
  const row = { ...values, result: JSON.stringify(values.result) };
  await trx
    .insertInto("calendar_imports")
    .values({ status_page_id, integration_id, ...row })
    .onConflict((conflict) =>
      conflict.columns(["status_page_id", "integration_id"]).doUpdateSet(row),
    )
    .execute();
}

function events(db: Db, { status_page_id }: PageGrant, integrationId: number) {
  return db
    .selectFrom("calendar_events")
    .selectAll()
    .where("status_page_id", "=", status_page_id)
    .where("integration_id", "=", integrationId);
}

export async function listEvents(
  db: Db,
  grant: PageGrant,
  integrationId: number,
): Promise<KnownEvent[]> {
  return (await events(db, grant, integrationId).execute()) as KnownEvent[];
}

export async function findEvent(
  trx: Trx,
  grant: PageGrant,
  integrationId: number,
  key: string,
): Promise<KnownEvent | undefined> {
  const row = await events(trx, grant, integrationId).where("key", "=", key).executeTakeFirst();
  return row as KnownEvent | undefined;
}

type Noted = { key: string; incident_id: number | null; written: Written };

export async function saveEvent(
  trx: Trx,
  { status_page_id }: PageGrant,
  integration_id: number,
  { key, incident_id, written }: Noted,
): Promise<void> {
  const row = { incident_id, starts_at: written.starts_at, written: JSON.stringify(written) };
  await trx
    .insertInto("calendar_events")
    .values({ status_page_id, integration_id, key, ...row })
    .onConflict((conflict) =>
      conflict.columns(["status_page_id", "integration_id", "key"]).doUpdateSet(row),
    )
    .execute();
}

export async function deleteEvents(
  trx: Trx,
  grant: PageGrant,
  integrationId: number,
  keys: readonly string[],
): Promise<void> {
  await trx
    .deleteFrom("calendar_events")
    .where("status_page_id", "=", grant.status_page_id)
    .where("integration_id", "=", integrationId)
    .where("key", "in", keys)
    .execute();
}

export type Due = { status_page_id: number; integration_id: number };

/** Enabled calendars, organizations in turn, least recently imported first. */
export async function listCalendars(db: Db, _grant: ProgramGrant, limit: number): Promise<Due[]> {
  const { rows } = await sql<Due>`
    select i.status_page_id, i.id as integration_id
    from integrations as i
    join status_pages as p on p.id = i.status_page_id
    left join calendar_imports as c
      on c.status_page_id = i.status_page_id and c.integration_id = i.id
    where i.name = 'calendar' and i.settings @> '{"enabled": true}'
      and ${isAtHome("i.status_page_id")}
      and p.settings @> '{"external_calendar_enabled": true}'
    order by row_number() over (
      partition by p.organization_id order by c.asked_at nulls first, i.id
    ), c.asked_at nulls first, i.id limit ${limit}`.execute(db);
  return rows;
}
