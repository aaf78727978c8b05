import type { Db } from "#db/index.ts";

/** Those of the pages that everybody may see, and when their settings were last changed. */
export async function listOpenPages(db: Db, ids: readonly number[]): Promise<{ id: number; updated_at: string }[]> {
  return db
    .selectFrom("status_pages")
    .select(["id", "updated_at"])
    .where("id", "in", ids)
    .where("member_restricted", "=", false)
    .where((eb) => eb.or([eb("restricted_ips", "is", null), eb("restricted_ips", "=", "")]))
    .execute();
}
