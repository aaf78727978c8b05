import { sql } from "kysely";
import type { Db, Trx } from "#db/index.ts";
import type { PageGrant } from "#lib/auth/authorize.ts";
import { wireNow } from "#lib/clock.ts";

/** How often what calendars and feeds show of an incident has changed, and when last (wire time). */
export type Revision = { revision: number; revised_at: string };

/** Incidents by their ids, of a type, or that concern any of some services. */
type Which = { ids: readonly number[] } | { type: string } | { service_ids: readonly number[] };

function idsOf(grant: PageGrant, which: Which) {
  const page = grant.status_page_id;
  if ("ids" in which) return sql`select unnest(${which.ids}::bigint[])`;
  if ("type" in which)
    return sql`select id from incidents where status_page_id = ${page} and type = ${which.type}`;
  return sql`
    select distinct incident_id from incident_services
    where status_page_id = ${page} and service_id = any(${which.service_ids}::bigint[])`;
}

/** Notes that calendars and feeds have something else to show of incidents. */
export async function reviseIncidents(trx: Trx, grant: PageGrant, which: Which): Promise<void> {
  await sql`
    insert into incident_revisions (status_page_id, incident_id, revision, revised_at)
    select ${grant.status_page_id}, id, 1, ${wireNow()}
    from (${idsOf(grant, which)}) as changed (id)
    on conflict (status_page_id, incident_id) do update
      set revision = incident_revisions.revision + 1, revised_at = excluded.revised_at`.execute(
    trx,
  );
}

/** The revisions of incidents, by id; those that never changed are not among them. */
export async function listRevisions(
  db: Db,
  grant: PageGrant,
  ids: readonly number[],
): Promise<Map<number, Revision>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("incident_revisions")
    .select(["incident_id", "revision", "revised_at"])
    .where("status_page_id", "=", grant.status_page_id)
    .where("incident_id", "in", ids)
    .execute();
  return new Map(rows.map(({ incident_id, ...revision }) => [incident_id, revision]));
}
