import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- What visitors load at /images/{file}. file: the hash of the bytes, and their kind; image: what
    -- it is on the page (lib/pages/images.ts), which may take several files.
    create table images (
      id bigint generated always as identity primary key,
      status_page_id bigint not null references status_pages (id) on delete cascade,
      image text not null,
      file text not null,
      body bytea not null,
      inserted_at timestamptz(0) not null default now(),
      unique (status_page_id, id),
      unique (status_page_id, file, image)
    );
    -- They are compressed as they come.
    alter table images alter column body set storage external;
  `.execute(db);
}
