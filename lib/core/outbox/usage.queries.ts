import { sql } from "kysely";
import { countAll } from "#db/counts.ts";
import type { Db } from "#db/index.ts";
import type { OrganizationGrant, PageGrant, ProgramGrant } from "#lib/core/access/authorize.ts";

function pagesOf(db: Db, { organization_id }: OrganizationGrant) {
  return db.selectFrom("status_pages").select("id").where("organization_id", "=", organization_id);
}

export async function countPages(db: Db, grant: OrganizationGrant): Promise<number> {
  return countAll(db, pagesOf(db, grant));
}

export async function countMembers(db: Db, grant: OrganizationGrant): Promise<number> {
  const { count } = await db
    .selectFrom("memberships")
    .select(sql<number>`count(distinct user_id)`.as("count"))
    .where("organization_id", "=", grant.organization_id)
    .executeTakeFirstOrThrow();
  return count;
}

export async function countSubscribers(
  db: Db,
  grant: OrganizationGrant,
): Promise<{ type: string; count: number }[]> {
  return db
    .selectFrom("subscriptions")
    .select(["type", sql<number>`count(*)`.as("count")])
    .where("status_page_id", "in", pagesOf(db, grant))
    .where("confirmed_at", "is not", null)
    .groupBy("type")
    .orderBy("type")
    .execute();
}

type MessageCount = { month: string; channel: string; count: number };

/** @param since the first day of a month */
export async function listMessageCounts(
  db: Db,
  grant: OrganizationGrant,
  since: string,
): Promise<MessageCount[]> {
  // Webhook deliveries are counted when pruned; until then their own rows count.
  const { rows } = await sql<MessageCount>`
    select to_char(month, 'YYYY-MM') as month, channel, sum(count)::bigint as count from (
      select month, channel, count from message_counts
      where status_page_id in ${pagesOf(db, grant)} and month >= ${since}::date
      union all
      select date_trunc('month', inserted_at)::date, 'webhook', 1 from webhook_deliveries
      where status_page_id in ${pagesOf(db, grant)} and inserted_at >= ${since}::date
        and state = 'delivered'
    ) as sent
    group by 1, 2 order by 1 desc, 2`.execute(db);
  return rows;
}

type Sent = { status_page_id: number; channel: string; at: string; count?: number };

export async function countMessages(
  db: Db,
  _grant: PageGrant | ProgramGrant,
  { status_page_id, channel, at, count = 1 }: Sent,
): Promise<void> {
  const month = `${at.slice(0, "YYYY-MM".length)}-01`;
  await db
    .insertInto("message_counts")
    .values({ status_page_id, channel, month, count })
    .onConflict((conflict) =>
      conflict
        .columns(["status_page_id", "month", "channel"])
        .doUpdateSet((eb) => ({ count: eb("message_counts.count", "+", count) })),
    )
    .execute();
}
