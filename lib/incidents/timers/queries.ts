import { sql } from "kysely";
import type { Db, Trx } from "#db/index.ts";
import type { PageGrant, ProgramGrant } from "#lib/core/access/authorize.ts";
import { isAtHome } from "#lib/core/moves/queries.ts";
import type { KnownTimer } from "#lib/incidents/timers/rules.ts";

/** The caller holds the incident's lock. */
export async function listTimers(
  trx: Trx,
  grant: PageGrant,
  incidentId: number,
): Promise<KnownTimer[]> {
  const rows = await trx
    .selectFrom("incident_timers")
    .select(["kind", "for_at", "due_at", "settled_for"])
    .where("status_page_id", "=", grant.status_page_id)
    .where("incident_id", "=", incidentId)
    .execute();
  return rows as KnownTimer[];
}

export async function saveTimers(
  trx: Trx,
  grant: PageGrant,
  incidentId: number,
  timers: readonly KnownTimer[],
): Promise<void> {
  const values = timers.map((timer) => ({
    ...timer,
    status_page_id: grant.status_page_id,
    incident_id: incidentId,
  }));
  await trx
    .insertInto("incident_timers")
    .values(values)
    .onConflict((conflict) =>
      conflict.columns(["status_page_id", "incident_id", "kind"]).doUpdateSet((eb) => ({
        for_at: eb.ref("excluded.for_at"),
        due_at: eb.ref("excluded.due_at"),
        settled_for: eb.ref("excluded.settled_for"),
      })),
    )
    .execute();
}

/** Locks a page's current incidents, by id. */
export async function lockCurrentIncidents(
  trx: Trx,
  grant: PageGrant,
  { after, now, limit }: { after: number; now: string; limit: number },
): Promise<number[]> {
  const rows = await trx
    .selectFrom("incidents")
    .select("id")
    .where("status_page_id", "=", grant.status_page_id)
    .where("id", ">", after)
    .where((eb) => eb.or([eb("ends_at", "is", null), eb("ends_at", ">", now)]))
    .orderBy("id")
    .limit(limit)
    .forUpdate()
    .execute();
  return rows.map(({ id }) => id);
}

export type DueIncident = { status_page_id: number; incident_id: number; due_at: string };

/** Sorted by due time; `after`: the last row of the previous batch. */
export async function listDueIncidents(
  db: Db,
  _grant: ProgramGrant,
  { by, after, limit }: { by: string; after: DueIncident | null; limit: number },
): Promise<DueIncident[]> {
  const from = after
    ? sql`and (due_at, status_page_id, incident_id) > (${after.due_at}::timestamptz,
        ${after.status_page_id}::bigint, ${after.incident_id}::bigint)`
    : sql``;
  const { rows } = await sql<DueIncident>`
    select distinct due_at, status_page_id, incident_id from incident_timers
    where due_at <= ${by}::timestamptz and ${isAtHome("status_page_id")} ${from}
    order by due_at, status_page_id, incident_id limit ${limit}`.execute(db);
  return rows;
}
