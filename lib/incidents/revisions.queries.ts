import { sql } from "kysely";
import type { Db, Trx } from "#db/index.ts";
import type { PageGrant } from "#lib/core/access/authorize.ts";
import { wireNow } from "#lib/platform/clock.ts";

/** How often what calendars show of an incident itself has changed, and when last (wire time). */
export type Revision = { revision: number; revised_at: string };

/** Notes that calendars have something else to show of an incident. */
export async function reviseIncident(trx: Trx, grant: PageGrant, id: number): Promise<void> {
  await sql`
    insert into incident_revisions (status_page_id, incident_id, revision, revised_at)
    values (${grant.status_page_id}, ${id}, 1, ${wireNow()})
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
