import { sql } from "kysely";
import type { Db } from "#db/index.ts";
import type { PageGrant } from "#lib/core/access/authorize.ts";
import { PLAIN_COLUMNS, type PlainIncidentRow } from "#lib/incidents/queries.ts";
import { incidentsIn, type Scope } from "#lib/site/snapshot/queries.ts";
import { SHOWN } from "#lib/site/snapshot/shown.ts";

/**
 * Incidents that ended in a span of time, its start excluded, the last one first; of all of them,
 * shown or not, how many there are and when the first ended.
 */
export async function listEndedBetween(
  db: Db,
  grant: PageGrant,
  scope: Scope,
  { from, to }: { from: string; to: string },
): Promise<(PlainIncidentRow & { total: number; first_end: string })[]> {
  return incidentsIn(db, grant, scope)
    .select(PLAIN_COLUMNS)
    .select([
      sql<number>`count(*) over ()`.as("total"),
      sql<string>`min(ends_at) over ()`.as("first_end"),
    ])
    .where("severity", "!=", "scheduled")
    .where("ends_at", ">", from)
    .where("ends_at", "<=", to)
    .orderBy("ends_at", "desc")
    .orderBy("incidents.id", "desc")
    .limit(SHOWN.recent)
    .execute();
}
