import { sql } from "kysely";
import type { Db } from "#db/index.ts";

/** Moves the end of a former name by days. */
export async function shiftedBy(db: Db, name: string, days: number): Promise<void> {
  await db
    .updateTable("addresses")
    .set({ redirects_until: sql`redirects_until + ${`${days} days`}::interval` })
    .where("name", "=", name)
    .execute();
}
