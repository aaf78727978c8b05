import { type Selectable, sql } from "kysely";
import type { Db, Trx } from "#db/index.ts";
import type { DeletedIncidents } from "#db/types.ts";
import type { PageGrant } from "#lib/core/access/authorize.ts";
import { DAY_SECONDS, later, wireNow } from "#lib/platform/clock.ts";

// Calendars may fetch the feed only once a month.
const KEPT_SECONDS = 30 * DAY_SECONDS;
/** Counts maintenances and incidents apart. */
const MAX_KEPT = 50;

/** The trace of a deleted incident: no text that anybody wrote. */
export type DeletedIncident = Selectable<DeletedIncidents>;
export type DeletionTrace = Omit<
  DeletedIncident,
  "status_page_id" | "deleted_at" | "service_ids"
> & {
  service_ids: readonly number[];
};

/** Keeps the data with which calendar feeds cancel deleted incidents. */
export async function recordDeletions(
  trx: Trx,
  grant: PageGrant,
  incidents: readonly DeletionTrace[],
): Promise<void> {
  const { status_page_id } = grant;
  const deleted_at = wireNow();
  for (const { service_ids, ...incident } of incidents) {
    await trx
      .insertInto("deleted_incidents")
      .values({
        ...incident,
        status_page_id,
        deleted_at,
        service_ids: sql`${service_ids}::bigint[]`,
      })
      .execute();
  }
  await sql`
    delete from deleted_incidents where status_page_id = ${status_page_id} and (
      deleted_at <= ${later(deleted_at, -KEPT_SECONDS)}
      or incident_id in (
        select incident_id from (
          select incident_id, row_number() over (
            partition by severity = 'scheduled' order by deleted_at desc, incident_id desc
          ) as place
          from deleted_incidents where status_page_id = ${status_page_id}
        ) as newest where place > ${MAX_KEPT}
      )
    )`.execute(trx);
}

type DeletedQuery = { visible: readonly number[]; history_since: string | null; now: string };

/** Latest deletion first. */
export async function listDeletedIncidents(
  db: Db,
  grant: PageGrant,
  { visible, history_since, now }: DeletedQuery,
): Promise<DeletedIncident[]> {
  return db
    .selectFrom("deleted_incidents")
    .selectAll()
    .where("status_page_id", "=", grant.status_page_id)
    .where("deleted_at", ">", later(now, -KEPT_SECONDS))
    .where(sql<boolean>`(service_ids = '{}' or service_ids && ${visible}::bigint[])`)
    .where(sql<boolean>`(ends_at > ${history_since ?? "-infinity"} or ends_at is null)`)
    .orderBy("deleted_at", "desc")
    .orderBy("incident_id", "desc")
    .execute();
}

export async function deletedIncidentExists(
  db: Db,
  grant: PageGrant,
  id: number,
): Promise<boolean> {
  const found = await db
    .selectFrom("deleted_incidents")
    .select("incident_id")
    .where("status_page_id", "=", grant.status_page_id)
    .where("incident_id", "=", id)
    .executeTakeFirst();
  return found !== undefined;
}
