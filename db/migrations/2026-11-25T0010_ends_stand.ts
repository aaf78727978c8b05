import { type Kysely, sql } from "kysely";

// Since then an update such as `monitoring` opens an incident again that was over when it was
// posted. Incidents that had ended with such updates stay ended.
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    update incidents as i set declared = jsonb_set(i.declared, '{ends_at}', jsonb_build_object(
      'value', to_char(i.ends_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS'), 'after', said.newest))
    from (
      select u.status_page_id, u.incident_id, max(u.id) as newest
      from incident_updates as u
      join incidents as ended on ended.status_page_id = u.status_page_id and ended.id = u.incident_id
      where ended.ends_at is not null and ended.severity <> 'scheduled'
      group by u.status_page_id, u.incident_id
      having bool_or(u.posted_at >= ended.ends_at and u.type in
        ('investigating', 'issue', 'identified', 'monitoring', 'escalate', 'deescalate'))
    ) as said
    where i.status_page_id = said.status_page_id and i.id = said.incident_id
  `.execute(db);
}
