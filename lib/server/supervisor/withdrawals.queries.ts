import type { Db } from "#db/index.ts";
import type { Restriction } from "#lib/core/access/restriction.ts";

type Withdrawable = Restriction & { id: number; withdrawn_at: string };

/** Restrictions of pages, and when something was last withdrawn. */
export async function listWithdrawals(db: Db, ids: readonly number[]): Promise<Withdrawable[]> {
  return db
    .selectFrom("status_pages")
    .select(["id", "withdrawn_at", "draft", "member_restricted", "restricted_ips"])
    .where("id", "in", ids)
    .execute();
}
