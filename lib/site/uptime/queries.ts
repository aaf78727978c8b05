import { sql } from "kysely";
import type { Db } from "#db/index.ts";
import type { PageGrant } from "#lib/core/access/authorize.ts";
import type { IncidentRow } from "#lib/incidents/queries.ts";
import { overlaps, type Scope } from "#lib/site/snapshot/queries.ts";

/** An incident with the type, severity and times of one of its impacts. */
export type CountedIncident = Pick<
  IncidentRow,
  "id" | "title" | "translations" | "type" | "severity" | "starts_at" | "ends_at"
>;

type Asked = Pick<Scope, "history_since"> & {
  service_id: number;
  from: string;
  to: string;
  limit: number;
};

/**
 * Impacts of incidents on a service itself that count as downtime, newest first, within the page's
 * history.
 */
export async function listCounted(
  db: Db,
  grant: PageGrant,
  { service_id, history_since, from, to, limit }: Asked,
): Promise<CountedIncident[]> {
  const { status_page_id: page } = grant;
  const { rows } = await sql<CountedIncident>`
    select i.id, i.title, i.translations, impact.type, impact.severity, impact.starts_at,
      impact.ends_at
    from (
      select * from incident_impacts
      where status_page_id = ${page} and service_id = ${service_id}
        and ${overlaps(sql`${from}::timestamptz`, sql`${to}::timestamptz`)}
    ) as impact
    join incidents as i on i.status_page_id = ${page} and i.id = impact.incident_id
    where i.affects_uptime
      and (${history_since}::timestamptz is null or i.ends_at is null
        or i.ends_at > ${history_since})
    order by impact.starts_at desc, i.id desc limit ${limit}`.execute(db);
  return rows;
}
