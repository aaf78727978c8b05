import { type Kysely, sql } from "kysely";

// Those whose rows may be large.
const TABLES = [
  "status_pages",
  "services",
  "incidents",
  "incident_updates",
  "info_notices",
  "info_notice_updates",
  "audit_log",
];

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- what a row has as JSON, so that lists need not read large rows to know which of them fit
    create function note_bytes() returns trigger language plpgsql as $$
    begin
      new.bytes := octet_length(row_to_json(new)::text);
      return new;
    end $$;
  `.execute(db);
  for (const table of TABLES) {
    await sql`
      -- null: written before
      alter table ${sql.table(table)} add column bytes integer;
      create trigger note_bytes before insert or update on ${sql.table(table)}
        for each row execute function note_bytes();
    `.execute(db);
  }
}
