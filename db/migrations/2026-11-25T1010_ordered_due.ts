import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- which delivery of a webhook that keeps the order is next, whether one is being sent, and what
    -- somebody asked for: found without a look at all that waits
    create index webhook_deliveries_order
      on webhook_deliveries (status_page_id, webhook_id, event_id nulls first, id)
      where state = 'pending' and not on_demand;
    create index webhook_deliveries_claimed on webhook_deliveries (status_page_id, webhook_id)
      where state = 'pending' and not on_demand and claimed_until is not null;
    create index webhook_deliveries_asked
      on webhook_deliveries (status_page_id, webhook_id, next_attempt_at, id)
      where state = 'pending' and on_demand;
    create index events_undispatched on events (status_page_id, id)
      where dispatched_at is null and withdrawn_at is null;
  `.execute(db);
}
