import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- withdrawn_at: when something that was public was last taken from the public; older copies of the page are not shown any more
    alter table status_pages add column withdrawn_at timestamptz(0) not null default date_trunc('second', now());
    update status_pages set withdrawn_at = updated_at, restricted_ips = nullif(restricted_ips, '');
    alter table status_pages add check (restricted_ips <> '');
  `.execute(db);
}
