import { sql } from "kysely";
import type { Db } from "#db/index.ts";
import type { ProgramGrant } from "#lib/core/access/authorize.ts";

type Unapplied = { status_page_id: number; service_id: number };

/** Verdicts that nothing has followed from yet. */
export async function listUnapplied(
  db: Db,
  _grant: ProgramGrant,
  { after, limit }: { after: Unapplied; limit: number },
): Promise<Unapplied[]> {
  return db
    .selectFrom("service_monitors")
    .select(["status_page_id", "service_id"])
    .where(sql<boolean>`is_up is distinct from applied_is_up`)
    .where(
      sql<boolean>`(status_page_id, service_id) > (${after.status_page_id}, ${after.service_id})`,
    )
    .orderBy("status_page_id")
    .orderBy("service_id")
    .limit(limit)
    .execute();
}

/** Outages to be looked at: due to be published, or without a service that is down. */
export async function listDueOutages(
  db: Db,
  _grant: ProgramGrant,
  { now, limit }: { now: string; limit: number },
): Promise<{ status_page_id: number; outage_id: number }[]> {
  const { rows } = await sql<{ status_page_id: number; outage_id: number }>`
    select status_page_id, id as outage_id from outages as o
    where over_at is null and (
      (state = 'waiting' and publish_at <= ${now}::timestamptz)
      or not exists (select from outage_services as part
        where part.status_page_id = o.status_page_id and part.outage_id = o.id
          and part.up_at is null)
    ) order by status_page_id, id limit ${limit}`.execute(db);
  return rows;
}
