import { type SelectQueryBuilder, sql } from "kysely";
import type { Db } from "#db/index.ts";

/** Counted by triggers of these tables. */
type Counted = { status_pages: "incidents" | "subscriptions"; organizations: "audit_log" };

/** Lists with a filter, or with hidden parts, are counted up to here. */
export const COUNT_LIMIT = 1_000;

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

/** For lists that are short by nature. */
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

/** At most `COUNT_LIMIT`. */
export async function countSome<DB, TB extends keyof DB, Row>(
  db: Db,
  query: SelectQueryBuilder<DB, TB, Row>,
): Promise<number> {
  return countAll(db, query.limit(COUNT_LIMIT));
}
