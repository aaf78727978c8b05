import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- what there is one of; secret_canary: a known text, sealed under the APP_SECRET of this database
    create table installation (
      is_only boolean primary key default true check (is_only),
      secret_canary text not null,
      inserted_at timestamptz(0) not null default date_trunc('second', now())
    );
  `.execute(db);
}
