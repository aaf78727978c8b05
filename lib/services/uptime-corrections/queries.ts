import { type Selectable, sql } from "kysely";
import type { Db, Trx } from "#db/index.ts";
import type { DayCorrections } from "#db/types.ts";
import type { PageGrant } from "#lib/core/access/authorize.ts";
import type { TimedIncident } from "#lib/services/uptime/uptime.ts";
import { type Correction, correctionsOnDays } from "#lib/services/uptime-corrections/on-days.ts";

export type CorrectionRow = Selectable<DayCorrections>;

function corrections(db: Db, grant: PageGrant) {
  return db
    .selectFrom("day_corrections")
    .selectAll()
    .where("status_page_id", "=", grant.status_page_id);
}

/** Newest day first, each as it was entered. */
export async function listCorrectionRows(
  db: Db,
  grant: PageGrant,
  { from_day, service_id }: { from_day: string; service_id: number },
): Promise<CorrectionRow[]> {
  return corrections(db, grant)
    .where("day", ">=", from_day)
    .where("service_id", "=", service_id)
    .orderBy("day", "desc")
    .execute();
}

/** Counted impacts around a day that was entered in another zone; UTC bounds hold in any zone. */
function impactsAround({ status_page_id: page, time_zone }: PageGrant) {
  const wire = (column: string) =>
    sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS')`;
  return sql<TimedIncident[]>`case when day_corrections.time_zone = ${time_zone} then '[]' else (
    select coalesce(jsonb_agg(jsonb_build_object('id', i.id, 'severity', impact.severity,
      'starts_at', ${wire("impact.starts_at")}, 'ends_at', ${wire("impact.ends_at")})), '[]')
    from incident_impacts as impact
    join incidents as i on i.status_page_id = ${page} and i.id = impact.incident_id
    where impact.status_page_id = ${page} and impact.service_id = day_corrections.service_id
      and i.affects_uptime and impact.starts_at < (day + 2)::timestamp at time zone 'UTC'
      and (impact.ends_at is null or impact.ends_at > (day - 1)::timestamp at time zone 'UTC')
  ) end`;
}

type Window = { from_day: string; to_day?: string; service_ids?: readonly number[] };

/** Corrections of days in the page's zone, newest day first. */
export async function listCorrections(
  db: Db,
  grant: PageGrant,
  { from_day, to_day = "9999-12-29", service_ids }: Window,
): Promise<Correction[]> {
  // Between two zones there are up to 26 hours.
  let query = corrections(db, grant)
    .select(impactsAround(grant).as("impacts"))
    .where("day", ">=", sql<string>`${from_day}::date - 2`)
    .where("day", "<=", sql<string>`${to_day}::date + 2`);
  if (service_ids) query = query.where("service_id", "in", [0, ...service_ids]);
  const found = correctionsOnDays(await query.execute(), grant.time_zone);
  return found.filter(({ day }) => day >= from_day && day <= to_day);
}

type Key = { service_id: number; day: string };

export async function findCorrection(
  db: Db,
  grant: PageGrant,
  { service_id, day }: Key,
): Promise<CorrectionRow | undefined> {
  return corrections(db, grant)
    .where("service_id", "=", service_id)
    .where("day", "=", day)
    .executeTakeFirst();
}

type NewCorrection = Key &
  Pick<CorrectionRow, "time_zone" | "downtime_seconds" | "ignore_checks" | "reason" | "updated_at">;

export async function saveCorrection(
  trx: Trx,
  grant: PageGrant,
  said: NewCorrection,
): Promise<CorrectionRow> {
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
): Promise<CorrectionRow | undefined> {
  return trx
    .deleteFrom("day_corrections")
    .where("status_page_id", "=", grant.status_page_id)
    .where("service_id", "=", service_id)
    .where("day", "=", day)
    .returningAll()
    .executeTakeFirst();
}
