import { sql } from "kysely";
import type { Db } from "#db/index.ts";
import { listDue } from "#lib/notifications/webhook-deliveries/due.queries.ts";
import { wireNow } from "#lib/platform/clock.ts";
import { provideEnv } from "#lib/platform/config/env.ts";
import { systemGrant } from "#tests/support/data/incidents.ts";
import { type MintedPage, mintOrganization } from "#tests/support/data/mint.ts";
import { mintWebhook } from "#tests/support/data/webhooks.ts";
import { APP_SECRET } from "#tests/support/server/env.ts";
import {
  addressOfDatabase,
  cloneDatabase,
  connectTo,
  dropDatabase,
} from "#tests/support/server/run.ts";
import { expect, test } from "#tests/support/test.ts";

/** A webhook that keeps the order, behind whose receiver so many events wait. */
async function fallBehind(db: Db, page: MintedPage, events: number): Promise<void> {
  const { id } = await mintWebhook(db, page.id, { ordered: true });
  await sql`
    with happened as (
      insert into events (status_page_id, event, subject, message_id, payload, bytes, inserted_at,
        due_at, dispatched_at)
      select ${page.id}, 'incident.created', 'incident:' || n, 'test-' || n, '{}', 2,
        ${wireNow()}, ${wireNow()}, ${wireNow()}
      from generate_series(1, ${events}::integer) as n returning id, message_id
    )
    insert into webhook_deliveries
      (status_page_id, webhook_id, message_id, event, event_id, state, next_attempt_at, inserted_at)
    select ${page.id}, ${id}, message_id, 'incident.created', id, 'pending', ${wireNow()},
      ${wireNow()}
    from happened`.execute(db);
  await sql`analyze webhook_deliveries, events`.execute(db);
}

async function countReads(db: Db): Promise<number> {
  const { rows } = await sql<{ read: number | null }>`
    select sum(pg_stat_get_xact_tuples_returned(oid)) as read from pg_class
    where relkind in ('r', 'i') and (relname like 'webhook%' or relname like 'events%')`.execute(
    db,
  );
  return rows[0]?.read ?? 0;
}

/** What is due on a page, and how many rows and index entries PostgreSQL reads to find that. */
async function look(db: Db, page: MintedPage) {
  const grant = await systemGrant(db, page.subdomain);
  return db.transaction().execute(async (trx) => {
    const now = wireNow();
    const before = await countReads(trx);
    const due = await listDue(trx, grant, { now, due_at: now, per_webhook: 8 });
    return { due: due.length, read: (await countReads(trx)) - before };
  });
}

test("what a look at a webhook that keeps the order reads does not grow with what waits behind the first", async () => {
  // Its own: what others leave in a database changes PostgreSQL's plans.
  provideEnv({ APP_SECRET });
  const name = await cloneDatabase();
  const db = connectTo(addressOfDatabase(name));
  const { page } = await mintOrganization(db);
  await fallBehind(db, page, 1);
  const short = await look(db, page);
  await fallBehind(db, (await mintOrganization(db)).page, 100);
  const { page: behind } = await mintOrganization(db);
  await fallBehind(db, behind, 5_000);
  const long = await look(db, behind);
  expect([short.due, long.due]).toEqual([1, 1]);
  expect(long.read).toBeLessThanOrEqual(short.read + 50);
  await db.destroy();
  await dropDatabase(name);
});
