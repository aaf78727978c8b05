import { sql } from "kysely";
import type { Db } from "#db/index.ts";
import type { OrganizationGrant } from "#lib/core/access/authorize.ts";

/** What a subject of the log is called now; `place` is the record whose screen shows it. */
export type NamedSubject = { subject: string; name: string; place: string };

const NAMED: Record<string, { table: string; column: string }> = {
  incident: { table: "incidents", column: "title" },
  info_notice: { table: "info_notices", column: "title" },
  service: { table: "services", column: "name" },
  metric: { table: "metrics", column: "title" },
  incident_template: { table: "incident_templates", column: "name" },
  incident_type: { table: "incident_types", column: "name" },
  integration: { table: "integrations", column: "name" },
  access_group: { table: "access_groups", column: "name" },
  subscription_group: { table: "subscription_groups", column: "name" },
};

/** Names of subjects of the organization's pages; an update's is that of its incident. */
export async function listNamedSubjects(
  db: Db,
  grant: OrganizationGrant,
  subjects: readonly string[],
): Promise<NamedSubject[]> {
  const idsOf = (type: string) =>
    subjects.filter((one) => one.startsWith(`${type}:`)).map((one) => Number(one.split(":")[1]));
  const pages = sql`select id from status_pages where organization_id = ${grant.organization_id}`;
  const named = Object.entries(NAMED).map(
    ([type, { table, column }]) => sql<NamedSubject>`
      select ${`${type}:`}::text || id as subject, ${sql.ref(column)} as name,
        ${`${type}:`}::text || id as place
      from ${sql.table(table)}
      where id = any(${idsOf(type)}::int[]) and status_page_id in (${pages})`,
  );
  const updates = sql<NamedSubject>`
    select 'incident_update:' || posted.id, incidents.title,
      'incident:' || incidents.id || '#update-' || posted.id
    from incident_updates posted join incidents on incidents.id = posted.incident_id
    where posted.id = any(${idsOf("incident_update")}::int[])
      and posted.status_page_id in (${pages})`;
  const { rows } =
    await sql<NamedSubject>`${sql.join([...named, updates], sql` union all `)}`.execute(db);
  return rows;
}
