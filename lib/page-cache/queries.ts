import type { Db } from "#db/index.ts";

/** Those of the pages that everybody may see. */
export async function listOpenPages(db: Db, ids: readonly number[]): Promise<number[]> {
  const rows = await db
    .selectFrom("status_pages")
    .select("id")
    .where("id", "in", ids)
    .where("member_restricted", "=", false)
    .where((eb) => eb.or([eb("restricted_ips", "is", null), eb("restricted_ips", "=", "")]))
    .execute();
  return rows.map(({ id }) => id);
}
