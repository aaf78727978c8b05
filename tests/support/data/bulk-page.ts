import { sql } from "kysely";
import type { Db } from "#db/index.ts";
import { authorize } from "#lib/core/access/authorize.ts";
import { systemContext } from "#lib/core/request/context.ts";
import { allowLongStatements } from "#lib/core/transaction/queries.ts";
import { wireNow } from "#lib/platform/clock.ts";
import { insertHistory } from "#lib/server/seed/large-history.ts";
import { rebuildAllServiceDays } from "#lib/services/uptime/queries.ts";
import { type MintedPage, mintPage, mintService } from "#tests/support/data/mint.ts";

export type Bulk = { incidents: number; subscribers: number };

const LEAVES = 20;
const MAINTENANCES = 12;
const DAYS = 900;

/** Subscribers to one service, each with a link. */
async function insertSubscribers(db: Db, page: number, service: number, count: number) {
  await sql`
    with added as (
      insert into subscriptions (status_page_id, type, filter, email, confirmed_at)
      select ${page}, 'email', 'services', 'person-' || n || '@subscriber.example', now()
      from generate_series(1, ${count}::integer) as n returning id
    ), chosen as (
      insert into subscription_services (status_page_id, subscription_id, service_id)
      select ${page}, id, ${service} from added
    )
    insert into subscription_links (status_page_id, subscription_id, purpose, token_hash)
    select ${page}, id, 'manage', sha256(id::text::bytea) from added`.execute(db);
}

/** A page with a long history, straight in the database. */
export async function mintBulkPage(
  db: Db,
  organizationId: number,
  { incidents, subscribers }: Bulk,
): Promise<MintedPage & { service: number }> {
  const page = await mintPage(db, organizationId);
  const root = await mintService(db, page.id, { name: "Network" });
  const followed = await mintService(db, page.id, { name: "Followed", order: 2 });
  for (let n = 1; n <= LEAVES; n += 1)
    await mintService(db, page.id, { parent_id: root, order: n, display_uptime_graph: true });
  await db.transaction().execute(async (trx) => {
    await allowLongStatements(trx);
    const ctx = systemContext(trx, "seed");
    const grant = await authorize(ctx, "status_page.write", { subdomain: page.subdomain });
    const times = { count: incidents, days: DAYS, seed: 1, now: wireNow() };
    await insertHistory(trx, grant, times, MAINTENANCES);
    await rebuildAllServiceDays(trx, grant);
    await insertSubscribers(trx, page.id, followed, subscribers);
  });
  return { ...page, service: root };
}
