import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index webhook_deliveries_due
      on webhook_deliveries (status_page_id, webhook_id, next_attempt_at, id)
      where state = 'pending';
    drop index webhook_deliveries_pending;

    -- a job for each attempt becomes one for each page and second; what the old ones were to do is
    -- overdue soon, and then done
    do $$ begin
      if to_regclass('graphile_worker.jobs') is not null then
        perform graphile_worker.complete_jobs(array(
          select id from graphile_worker.jobs where task_identifier = 'deliver-webhook'
        ));
      end if;
    end $$;
  `.execute(db);
}
