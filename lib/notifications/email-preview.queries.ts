import type { Db } from "#db/index.ts";
import type { PageGrant } from "#lib/core/access/authorize.ts";

export async function findNewestUpdate(
  db: Db,
  grant: PageGrant,
): Promise<{ id: number; incident_id: number } | undefined> {
  return db
    .selectFrom("incident_updates as told")
    .innerJoin("incidents", (join) =>
      join
        .onRef("incidents.id", "=", "told.incident_id")
        .onRef("incidents.status_page_id", "=", "told.status_page_id"),
    )
    .select(["told.id", "told.incident_id"])
    .where("told.status_page_id", "=", grant.status_page_id)
    .orderBy("incidents.starts_at", "desc")
    .orderBy("incidents.id", "desc")
    .orderBy("told.posted_at", "desc")
    .orderBy("told.id", "desc")
    .limit(1)
    .executeTakeFirst();
}
