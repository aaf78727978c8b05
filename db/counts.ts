import { type SelectQueryBuilder, sql } from "kysely";
import type { Db } from "#db/index.ts";

/** What is counted as it comes and goes, by the triggers of the tables of these names. */
type Counted = { status_pages: "incidents" | "subscriptions"; organizations: "audit_log" };

/** Lists with a filter, or of which a part is hidden, are counted up to here. */
export const COUNT_LIMIT = 1_000;

/** How many records of a kind a page or organization has, without looking at them. */
export async function countOf<S extends keyof Counted>(
  db: Db,
  scope: S,
  scopeId: number,
  kind: Counted[S],
): Promise<number> {
  const { total } = await db
    .selectFrom("record_counts")
    .select(sql<number>`coalesce(sum(count), 0)`.as("total"))
    .where("scope", "=", scope)
    .where("scope_id", "=", scopeId)
    .where("kind", "=", kind)
    .executeTakeFirstOrThrow();
  return total;
}

/** How many rows a query finds. For lists that are short by nature. */
export async function countAll<DB, TB extends keyof DB, Row>(
  db: Db,
  query: SelectQueryBuilder<DB, TB, Row>,
): Promise<number> {
  const found = query.clearSelect().select(sql<number>`1`.as("one"));
  const { rows } = await sql<{
    total: number;
  }>`select count(*) as total from ${found} as found`.execute(db);
  return rows[0]?.total ?? 0;
}

/** How many rows a query finds, at most `COUNT_LIMIT`. */
export async function countSome<DB, TB extends keyof DB, Row>(
  db: Db,
  query: SelectQueryBuilder<DB, TB, Row>,
): Promise<number> {
  return countAll(db, query.limit(COUNT_LIMIT));
}
