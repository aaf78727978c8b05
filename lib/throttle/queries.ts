import { sql } from "kysely";
import type { Db } from "#db/index.ts";

/**
 * Adds one to the count of a key; the count restarts when its period is over.
 * @returns how often it was counted in this period
 */
export async function count(
  db: Db,
  key: Buffer,
  { now, until }: { now: string; until: string },
): Promise<{ count: number; expires_at: string }> {
  return db
    .insertInto("throttles")
    .values({ key, count: 1, expires_at: until })
    .onConflict((conflict) =>
      conflict.column("key").doUpdateSet({
        count: sql<number>`case when throttles.expires_at <= ${now} then 1 else throttles.count + 1 end`,
        expires_at: sql<string>`case when throttles.expires_at <= ${now} then ${until}::timestamptz else throttles.expires_at end`,
      }),
    )
    .returning(["count", "expires_at"])
    .executeTakeFirstOrThrow();
}

export async function deleteExpired(db: Db, now: string): Promise<void> {
  await db.deleteFrom("throttles").where("expires_at", "<=", now).execute();
}
