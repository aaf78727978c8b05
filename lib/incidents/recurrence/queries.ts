import type { Selectable } from "kysely";
import type { Db, Trx } from "#db/index.ts";
import type { MaintenanceSeries } from "#db/types.ts";
import type { PageGrant } from "#lib/core/access/authorize.ts";
import { pageRows } from "#lib/core/transaction/page-rows.queries.ts";

export type SeriesRow = Selectable<MaintenanceSeries>;

export const {
  lock: lockSeries,
  insert: insertSeries,
  update: updateSeries,
  remove: removeSeries,
} = pageRows("maintenance_series");

/** The rules of those incidents that belong to a series. */
export async function listRecurrences(
  db: Db,
  grant: PageGrant,
  incidentIds: readonly number[],
): Promise<Map<number, string>> {
  if (incidentIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("maintenance_occurrences as o")
    .innerJoin("maintenance_series as s", "s.id", "o.series_id")
    .select(["o.incident_id", "s.rule"])
    .where("o.status_page_id", "=", grant.status_page_id)
    .where("o.incident_id", "in", incidentIds)
    .execute();
  return new Map(
    rows.flatMap(({ incident_id, rule }) => (incident_id ? [[incident_id, rule]] : [])),
  );
}

type Membership = { series: SeriesRow; occurs_at: string };

/** The series that a maintenance belongs to, locked, and which of its occurrences it is. */
export async function findSeriesOf(
  trx: Trx,
  grant: PageGrant,
  incidentId: number,
): Promise<Membership | null> {
  const found = await trx
    .selectFrom("maintenance_occurrences")
    .select(["series_id", "occurs_at"])
    .where("status_page_id", "=", grant.status_page_id)
    .where("incident_id", "=", incidentId)
    .executeTakeFirst();
  if (!found) return null;
  return { series: await lockSeries(trx, grant, found.series_id), occurs_at: found.occurs_at };
}

type Occurrence = { series_id: number; occurs_at: string; incident_id: number };

/** Notes that an occurrence has its maintenance; what was noted of it or that one is replaced. */
export async function noteOccurrence(
  trx: Trx,
  grant: PageGrant,
  occurrence: Occurrence,
): Promise<void> {
  const { series_id, occurs_at, incident_id } = occurrence;
  const page = grant.status_page_id;
  await trx
    .deleteFrom("maintenance_occurrences")
    .where("status_page_id", "=", page)
    .where("incident_id", "=", incident_id)
    .execute();
  await trx
    .insertInto("maintenance_occurrences")
    .values({ status_page_id: page, series_id, occurs_at, incident_id })
    .onConflict((conflict) =>
      conflict.columns(["status_page_id", "series_id", "occurs_at"]).doUpdateSet({ incident_id }),
    )
    .execute();
}

/** Occurrences that were created once, whether or not their maintenance is still there. */
export async function listNoted(
  trx: Trx,
  grant: PageGrant,
  seriesId: number,
): Promise<Set<string>> {
  const rows = await trx
    .selectFrom("maintenance_occurrences")
    .select("occurs_at")
    .where("status_page_id", "=", grant.status_page_id)
    .where("series_id", "=", seriesId)
    .execute();
  return new Set(rows.map((row) => row.occurs_at));
}

/** The maintenances of a series that begin after a moment, of occurrences later than one. */
export async function listComing(
  trx: Trx,
  grant: PageGrant,
  seriesId: number,
  { now, after }: { now: string; after?: string },
): Promise<number[]> {
  let query = trx
    .selectFrom("maintenance_occurrences as o")
    .innerJoin("incidents as i", (join) =>
      join.onRef("i.status_page_id", "=", "o.status_page_id").onRef("i.id", "=", "o.incident_id"),
    )
    .select("i.id")
    .where("o.status_page_id", "=", grant.status_page_id)
    .where("o.series_id", "=", seriesId)
    .where("i.starts_at", ">", now);
  if (after) query = query.where("o.occurs_at", ">", after);
  return (await query.execute()).map(({ id }) => id);
}

/** Forgets the later occurrences that have no maintenance: the rule that has changed says anew. */
export async function forgetLater(
  trx: Trx,
  grant: PageGrant,
  seriesId: number,
  after: string,
): Promise<void> {
  await trx
    .deleteFrom("maintenance_occurrences")
    .where("status_page_id", "=", grant.status_page_id)
    .where("series_id", "=", seriesId)
    .where("occurs_at", ">", after)
    .where("incident_id", "is", null)
    .execute();
}

type Due = { id: number; status_page_id: number };

/** Series of all pages whose next occurrence comes before a moment, by id. */
export async function listDueSeries(
  db: Db,
  { until, after, most }: { until: string; after: number; most: number },
): Promise<Due[]> {
  return db
    .selectFrom("maintenance_series")
    .select(["id", "status_page_id"])
    .where("next_at", "<=", until)
    .where("id", ">", after)
    .orderBy("id")
    .limit(most)
    .execute();
}

export async function findSeriesById(db: Db, id: number): Promise<Due | undefined> {
  return db
    .selectFrom("maintenance_series")
    .select(["id", "status_page_id"])
    .where("id", "=", id)
    .executeTakeFirst();
}

/** Ends the series of a maintenance that is taken back, if it is the only one yet. */
export async function endUnbegunSeries(
  trx: Trx,
  grant: PageGrant,
  incidentId: number,
): Promise<void> {
  const member = await findSeriesOf(trx, grant, incidentId);
  if (!member) return;
  const noted = await listNoted(trx, grant, member.series.id);
  if (noted.size === 1) await removeSeries(trx, grant, member.series.id);
}
