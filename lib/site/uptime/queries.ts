import { sql } from "kysely";
import type { Db } from "#db/index.ts";
import type { PageGrant } from "#lib/core/access/authorize.ts";
import type { IncidentRow } from "#lib/incidents/queries.ts";
import { overlaps, type Scope } from "#lib/site/snapshot/queries.ts";

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
 * Incidents of a service itself that count as downtime, newest first, within the page's history.
 */
export async function listCounted(
  db: Db,
  grant: PageGrant,
  { service_id, history_since, from, to, limit }: Asked,
): Promise<CountedIncident[]> {
  const { status_page_id: page } = grant;
  const { rows } = await sql<CountedIncident>`
    select id, title, translations, type, severity, starts_at, ends_at from incidents
    where status_page_id = ${page} and affects_uptime and plan is null
      and (${history_since}::timestamptz is null or ends_at is null or ends_at > ${history_since})
      and ${overlaps(sql`${from}::timestamptz`, sql`${to}::timestamptz`)}
      and exists (
        select from incident_services as link
        where link.status_page_id = ${page} and link.service_id = ${service_id}
          and link.incident_id = incidents.id
      )
    order by starts_at desc, id desc limit ${limit}`.execute(db);
  return rows;
}
