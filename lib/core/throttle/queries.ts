import { sql } from "kysely";
import type { Db } from "#db/index.ts";

/** Restarts when the period is over. @returns the count in this period */
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

export async function findCount(db: Db, key: Buffer, now: string): Promise<number> {
  const row = await db
    .selectFrom("throttles")
    .select("count")
    .where("key", "=", key)
    .where("expires_at", ">", now)
    .executeTakeFirst();
  return row?.count ?? 0;
}

export async function extend(db: Db, key: Buffer, expires_at: string): Promise<void> {
  await db.updateTable("throttles").set({ expires_at }).where("key", "=", key).execute();
}

export async function giveOneBack(db: Db, key: Buffer): Promise<void> {
  await db
    .updateTable("throttles")
    .set((eb) => ({ count: eb("count", "-", 1) }))
    .where("key", "=", key)
    .where("count", ">", 0)
    .execute();
}

export async function deleteCounts(db: Db, keys: readonly Buffer[]): Promise<void> {
  await db.deleteFrom("throttles").where("key", "in", keys).execute();
}

export async function deleteExpired(db: Db, now: string): Promise<void> {
  await db.deleteFrom("throttles").where("expires_at", "<=", now).execute();
}
