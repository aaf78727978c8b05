import { type Kysely, sql } from "kysely";

export const indexes = {
  incidents_instant: sql`
    create index concurrently incidents_instant on incidents (status_page_id, starts_at)
    where starts_at = ends_at`,
};

/**
 * A day's number of incidents leaves maintenance out and has incidents without length: a job, which
 * workers of the first release do not know, counts the stored days anew. Those that have nothing
 * but maintenance are right at once.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    update service_days set incidents = 0
    where major_seconds = 0 and minor_seconds = 0 and incidents > 0`.execute(db);
  const { rows } = await sql<{ is_there: boolean }>`
    select to_regproc('graphile_worker.add_job') is not null as is_there`.execute(db);
  if (!rows[0]?.is_there) return;
  await sql`
    select graphile_worker.add_job('recount-days', json_build_object('status_page_id', page.id),
      job_key => 'recount-days:' || page.id)
    from status_pages as page
    where exists (
      select from incidents where status_page_id = page.id
        and (severity = 'scheduled' or starts_at = ends_at))`.execute(db);
}
