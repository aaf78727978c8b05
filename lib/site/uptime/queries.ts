import { sql } from "kysely";
import type { Db } from "#db/index.ts";
import type { PageGrant } from "#lib/core/access/authorize.ts";
import type { IncidentRow } from "#lib/incidents/queries.ts";
import { overlaps, type Scope } from "#lib/site/snapshot/queries.ts";

/** An incident with the type, severity and times of one of its impacts. */
export type MeasuredIncident = Pick<
  IncidentRow,
  "id" | "title" | "translations" | "type" | "severity" | "starts_at" | "ends_at" | "affects_uptime"
>;

type Asked = Pick<Scope, "history_since"> & {
  service_id: number;
  from: string;
  to: string;
  limit: number;
};

/**
 * Impacts on a service itself within the page's history: those that count as downtime, newest
 * first, then those of incidents that do not count.
 */
export async function listMeasured(
  db: Db,
  grant: PageGrant,
  { service_id, history_since, from, to, limit }: Asked,
): Promise<MeasuredIncident[]> {
  const { status_page_id: page } = grant;
  const { rows } = await sql<MeasuredIncident>`
    select i.id, i.title, i.translations, i.affects_uptime, impact.type, impact.severity,
      impact.starts_at, impact.ends_at
    from (
      select * from incident_impacts
      where status_page_id = ${page} and service_id = ${service_id}
        and ${overlaps(sql`${from}::timestamptz`, sql`${to}::timestamptz`)}
    ) as impact
    join incidents as i on i.status_page_id = ${page} and i.id = impact.incident_id
    where (i.affects_uptime or impact.severity <> 'scheduled')
      and (${history_since}::timestamptz is null or i.ends_at is null
        or i.ends_at > ${history_since})
    order by i.affects_uptime desc, impact.starts_at desc, i.id desc limit ${limit}`.execute(db);
  return rows;
}
