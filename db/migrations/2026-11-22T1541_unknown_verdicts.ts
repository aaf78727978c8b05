import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- Nothing is known of a service that is watched in another way, or not at all
    create function forget_verdict() returns trigger language plpgsql as $$
    begin
      update service_monitors set is_up = null, since = null, source = null, reason = null,
        detail = null
      where status_page_id = new.status_page_id and service_id = new.id and is_up is not null;
      return null;
    end $$;
    create trigger service_monitoring_changed after update of monitoring on services
      for each row when (old.monitoring is distinct from new.monitoring)
      execute function forget_verdict();
  `.execute(db);
}
