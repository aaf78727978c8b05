import { type Kysely, sql } from "kysely";

/**
 * The start of a job that has not ended, and deadlines that follow from a heartbeat's settings as
 * they are: a shorter period holds at once.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table service_monitors add column beat_started_at timestamptz(0)`.execute(db);
  await sql`
    create function shorten_beat_deadline() returns trigger language plpgsql as $$
    begin
      update service_monitors
      set beat_due_at = least(beat_due_at, last_beat_at + make_interval(secs =>
        (new.heartbeat->>'period_s')::float8 + (new.heartbeat->>'grace_s')::float8))
      where status_page_id = new.status_page_id and service_id = new.id
        and beat_due_at is not null and last_beat_at is not null;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger service_heartbeat_changed after update of heartbeat on services
    for each row when (old.heartbeat is distinct from new.heartbeat and new.heartbeat is not null)
    execute function shorten_beat_deadline()`.execute(db);
}
