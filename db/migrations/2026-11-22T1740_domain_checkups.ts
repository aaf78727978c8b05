import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table domains
      -- when a domain in use is looked at again
      add column checkup_at timestamptz not null default now(),
      -- since when something will keep its certificate from being renewed, or visitors away
      add column troubled_at timestamptz,
      -- when its owners were told
      add column warned_at timestamptz;
    update domains set checkup_at = now() + random() * interval '7 days';
    create index domains_checkup on domains (checkup_at) where phase = 'active';
  `.execute(db);
}
