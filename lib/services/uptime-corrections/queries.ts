import type { Selectable } from "kysely";
import type { Db, Trx } from "#db/index.ts";
import type { DayCorrections } from "#db/types.ts";
import type { PageGrant } from "#lib/core/access/authorize.ts";

export type Correction = Selectable<DayCorrections>;

function corrections(db: Db, grant: PageGrant) {
  return db
    .selectFrom("day_corrections")
    .selectAll()
    .where("status_page_id", "=", grant.status_page_id);
}

type Window = { from_day: string; to_day?: string; service_ids?: readonly number[] };

/** Newest day first. */
export async function listCorrections(
  db: Db,
  grant: PageGrant,
  { from_day, to_day, service_ids }: Window,
): Promise<Correction[]> {
  let query = corrections(db, grant).where("day", ">=", from_day);
  if (to_day !== undefined) query = query.where("day", "<=", to_day);
  if (service_ids) query = query.where("service_id", "in", [0, ...service_ids]);
  return query.orderBy("day", "desc").orderBy("service_id").execute();
}

type Key = { service_id: number; day: string };

export async function findCorrection(
  db: Db,
  grant: PageGrant,
  { service_id, day }: Key,
): Promise<Correction | undefined> {
  return corrections(db, grant)
    .where("service_id", "=", service_id)
    .where("day", "=", day)
    .executeTakeFirst();
}

type NewCorrection = Key &
  Pick<Correction, "downtime_seconds" | "ignore_checks" | "reason" | "updated_at">;

export async function saveCorrection(
  trx: Trx,
  grant: PageGrant,
  said: NewCorrection,
): Promise<Correction> {
  const { service_id: _, day: __, ...values } = said;
  return trx
    .insertInto("day_corrections")
    .values({ status_page_id: grant.status_page_id, ...said })
    .onConflict((conflict) =>
      conflict.columns(["status_page_id", "service_id", "day"]).doUpdateSet(values),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function deleteCorrection(
  trx: Trx,
  grant: PageGrant,
  { service_id, day }: Key,
): Promise<Correction | undefined> {
  return trx
    .deleteFrom("day_corrections")
    .where("status_page_id", "=", grant.status_page_id)
    .where("service_id", "=", service_id)
    .where("day", "=", day)
    .returningAll()
    .executeTakeFirst();
}
