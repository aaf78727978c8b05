import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- What slows down who guesses passwords, on all nodes. As rate-limiter-flexible has it: these
    -- columns in this order, expire in milliseconds since 1970. The key is a hash.
    create table sign_in_counts (
      key text primary key,
      points integer not null,
      expire bigint
    );
    create index sign_in_counts_expire on sign_in_counts (expire);
  `.execute(db);
}
