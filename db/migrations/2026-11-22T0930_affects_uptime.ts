import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- what it is unless given depends on the severity: whoever inserts an incident says it
    alter table incidents alter column affects_uptime drop default;

    -- counted_…: of the service's own incidents, what affects uptime; filled by the next migration
    alter table service_days add column counted_major_seconds integer not null default 0;
    alter table service_days add column counted_minor_seconds integer not null default 0;
  `.execute(db);
}
