import { sql } from "kysely";
import { type Db, patientDatabase } from "#db/index.ts";
import { systemContext } from "#lib/core/request/context.ts";
import { listIncidents } from "#lib/incidents/read.ts";
import { wireNow } from "#lib/platform/clock.ts";
import { type MintedPage, mintPage } from "#tests/support/data/mint.ts";
import { expect, test } from "#tests/support/test.ts";

const INCIDENTS = 2_000;

/** What a client with many keys leaves behind in a few seconds: nothing of it is analyzed. */
async function insertMany(db: Db, { id }: MintedPage): Promise<void> {
  await sql`
    with added as (
      insert into incidents
        (status_page_id, title, type, severity, starts_at, declared, affects_uptime)
      select ${id}, 'Incident ' || n, 'minor', 'minor', ${wireNow()}, '{}', true
      from generate_series(1, ${INCIDENTS}::integer) as n returning id
    )
    insert into incident_updates (status_page_id, incident_id, type, description, posted_at)
    select ${id}, id, 'issue',
      case when id % 100 = 0 then 'Payments' else 'Cards' end || ' fail since ' || id, ${wireNow()}
    from added`.execute(db);
}

/** How many texts PostgreSQL splits into words during some work in a transaction. */
async function countSplits(db: Db, work: (trx: Db) => Promise<unknown>): Promise<number> {
  return db.transaction().execute(async (trx) => {
    await sql`set local track_functions = 'all'`.execute(trx);
    await work(trx);
    const { rows } = await sql<{ count: number | null }>`
      select pg_stat_get_xact_function_calls('search_words'::regproc) as count`.execute(trx);
    return rows[0]?.count ?? 0;
  });
}

test("a search splits no row's text into words, even where PostgreSQL knows nothing of the rows", async ({
  organization,
}) => {
  const db = patientDatabase();
  const page = await mintPage(db, organization.id);
  await insertMany(db, await mintPage(db, organization.id));
  await sql`analyze incidents, incident_updates`.execute(db);
  await insertMany(db, page);
  const found: number[] = [];
  for (const q of ["payments", "fail", "incident", "cards fail", "nothing"]) {
    const splits = await countSplits(db, async (trx) => {
      const ctx = systemContext(trx, "test");
      const { total_count } = await listIncidents(ctx, page, { limit: 20 }, { q });
      found.push(total_count);
    });
    expect([q, splits]).toEqual([q, 0]);
  }
  expect(found).toEqual([20, 1_000, 1_000, 1_000, 0]);
  await db.destroy();
});
