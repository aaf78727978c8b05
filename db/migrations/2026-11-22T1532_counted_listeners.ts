import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- Who hears of everything is counted from the index alone; the others are looked at
    -- (lib/notifications/audience/queries.ts)
    create index subscriptions_to_all on subscriptions (status_page_id, type)
      include (quarantined_until)
      where filter = 'all' and webhook_url is null and confirmed_at is not null;
    create index subscriptions_others on subscriptions (status_page_id)
      where filter <> 'all' or webhook_url is not null;
  `.execute(db);
}
