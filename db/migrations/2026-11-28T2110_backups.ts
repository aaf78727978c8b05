import { type Kysely, sql } from "kysely";

/** Scheduled backups by the time they were due; without `finished_at` one is to be made. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table backups (
      due_at timestamptz(0) primary key,
      claimed_until timestamptz,
      finished_at timestamptz(0),
      bytes bigint,
      error text
    )`.execute(db);
  await sql`
    alter table monitor_notices drop constraint monitor_notices_kind_check,
      add constraint monitor_notices_kind_check check (kind in ('network', 'stalled', 'backup'))`.execute(
    db,
  );
}
