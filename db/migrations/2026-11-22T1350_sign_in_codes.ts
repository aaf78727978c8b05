import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- user_id and password_stamp are null where the password was wrong: then no code is right
    create table sign_in_codes (
      token_hash bytea primary key,
      code_hash bytea not null,
      user_id bigint references users on delete cascade,
      password_stamp text,
      tries integer not null default 0,
      expires_at timestamptz(0) not null
    );
    create index sign_in_codes_user on sign_in_codes (user_id);
    create index sign_in_codes_expired on sign_in_codes (expires_at);
  `.execute(db);
}
