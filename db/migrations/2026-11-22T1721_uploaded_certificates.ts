import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- What was uploaded for a name is not left to whoever sets the name up next
    create function drop_uploaded() returns trigger language plpgsql as $$
    begin
      delete from certificates
      where name = new.name and source = 'uploaded'
        and status_page_id is distinct from new.status_page_id;
      return null;
    end $$;
    create trigger drop_uploaded after insert on domains
    for each row execute function drop_uploaded();

    -- Whom we told that a host's certificate ends, how many days before; 0: that its renewal fails
    create table host_certificate_notices (
      name text not null,
      not_after timestamptz not null,
      days integer not null,
      told_at timestamptz not null default now(),
      primary key (name, not_after, days)
    );
  `.execute(db);
}
