import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- social_update_ids: the updates that are posted to the page's social network;
    -- social_ordered_at: since when a message about them waits to leave or has left;
    -- social_post_id: what the network calls the post
    alter table events
      add column social_update_ids bigint[],
      add column social_ordered_at timestamptz(0),
      add column social_post_id text;
  `.execute(db);
}
