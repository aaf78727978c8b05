import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- Only members of these groups are told; none: whoever asked for it. One that was deleted stays,
    -- so that nobody else is told in its place
    alter table incidents add column subscription_group_ids bigint[] not null default '{}';
    alter table info_notices add column subscription_group_ids bigint[] not null default '{}';
  `.execute(db);
}
