import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- What a page's texts cost so far (lib/channels/sms-limits): counted is 'segments', of the month that
    -- begins with period, or stands for a number, of the day period. told_at: when the owners were
    -- told that the month's are used up
    create table sms_counts (
      status_page_id bigint not null references status_pages on delete cascade,
      counted text not null,
      period date not null,
      count integer not null,
      told_at timestamptz(0),
      primary key (status_page_id, counted, period)
    );
    create index sms_counts_period on sms_counts (period);
  `.execute(db);
}
