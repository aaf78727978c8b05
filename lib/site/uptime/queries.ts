import { sql } from "kysely";
import type { Db } from "#db/index.ts";
import type { PageGrant } from "#lib/core/access/authorize.ts";
import type { IncidentRow } from "#lib/incidents/queries.ts";
import { happened, type Scope } from "#lib/site/snapshot/queries.ts";

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
 * What happened to a service itself in a span of time and counts as downtime, the newest first, as
 * far as the page tells of it.
 */
export async function listCounted(
  db: Db,
  grant: PageGrant,
  { service_id, history_since, from, to, limit }: Asked,
): Promise<CountedIncident[]> {
  const { status_page_id: page } = grant;
  const { rows } = await sql<CountedIncident>`
    select id, title, translations, type, severity, starts_at, ends_at from incidents
    where status_page_id = ${page} and affects_uptime
      and (${history_since}::timestamptz is null or ends_at is null or ends_at > ${history_since})
      and ${happened(sql`${from}::timestamptz`, sql`${to}::timestamptz`)}
      and exists (
        select from incident_services as link
        where link.status_page_id = ${page} and link.service_id = ${service_id}
          and link.incident_id = incidents.id
      )
    order by starts_at desc, id desc limit ${limit}`.execute(db);
  return rows;
}
