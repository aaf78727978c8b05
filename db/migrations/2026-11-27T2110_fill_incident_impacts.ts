import { type Kysely, sql } from "kysely";

/**
 * Every incident affected its services from its start to its end, as its type says. A job derives
 * the course of those that updates escalated or reopened (lib/incidents/derive-courses.ts).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    insert into incident_impacts
      (status_page_id, incident_id, service_id, type, severity, starts_at, ends_at)
    select i.status_page_id, i.id, link.service_id, i.type, i.severity, i.starts_at, i.ends_at
    from incidents as i
    join incident_services as link
      on link.status_page_id = i.status_page_id and link.incident_id = i.id
    where i.plan is null and (i.ends_at is null or i.ends_at > i.starts_at)
    on conflict do nothing`.execute(db);
  await sql`analyze incident_impacts`.execute(db);
  const { rows } = await sql<{ is_there: boolean }>`
    select to_regproc('graphile_worker.add_job') is not null as is_there`.execute(db);
  if (!rows[0]?.is_there) return;
  await sql`
    select graphile_worker.add_job('derive-courses',
      json_build_object('status_page_id', status_page_id))
    from (select distinct status_page_id from incident_updates) as page`.execute(db);
}
