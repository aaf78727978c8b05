import type { Selectable } from "kysely";
import type { Db, Trx } from "#db/index.ts";
import type { MaintenanceSeries } from "#db/types.ts";
import type { PageGrant } from "#lib/core/access/authorize.ts";
import { isAtHome } from "#lib/core/moves/queries.ts";
import { pageRows } from "#lib/core/transaction/page-rows.queries.ts";

export type SeriesRow = Selectable<MaintenanceSeries>;

export const {
  lock: lockSeries,
  insert: insertSeries,
  update: updateSeries,
  remove: removeSeries,
} = pageRows("maintenance_series");

/** Recurrence rules by incident id. */
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

export type Membership = { series: SeriesRow; occurs_at: string };

/** Locks the series. */
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

/** `incident_id` null: the maintenance was deleted. */
export type Occurrence = { occurs_at: string; incident_id: number | null };

/** Links an occurrence to its maintenance and replaces earlier links of either. */
export async function recordOccurrence(
  trx: Trx,
  grant: PageGrant,
  { series_id, occurs_at, incident_id }: Occurrence & { series_id: number; incident_id: number },
): Promise<void> {
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

/** Every occurrence created so far, also those whose maintenance was deleted. */
export async function listOccurrences(
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

/**
 * Those that take place.
 * @param range `now`: starts after it; `after`: occurrences after it. Wire times.
 */
export async function listUpcoming(
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
    .where("i.plan", "is", null)
    .where("i.starts_at", ">", now);
  if (after) query = query.where("o.occurs_at", ">", after);
  return (await query.execute()).map(({ id }) => id);
}

/** Occurrences after a wire time, also deleted ones. */
export async function listLaterOccurrences(
  trx: Trx,
  grant: PageGrant,
  seriesId: number,
  after: string,
): Promise<Occurrence[]> {
  return trx
    .selectFrom("maintenance_occurrences")
    .select(["occurs_at", "incident_id"])
    .where("status_page_id", "=", grant.status_page_id)
    .where("series_id", "=", seriesId)
    .where("occurs_at", ">", after)
    .orderBy("occurs_at")
    .execute();
}

/** Keeps the first of two at the same time. */
export async function replaceLaterOccurrences(
  trx: Trx,
  { status_page_id }: PageGrant,
  { series_id, after }: { series_id: number; after: string },
  rows: readonly Occurrence[],
): Promise<void> {
  await trx
    .deleteFrom("maintenance_occurrences")
    .where("status_page_id", "=", status_page_id)
    .where("series_id", "=", series_id)
    .where("occurs_at", ">", after)
    .execute();
  if (rows.length === 0) return;
  await trx
    .insertInto("maintenance_occurrences")
    .values(rows.map((row) => ({ ...row, status_page_id, series_id })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

type Due = { id: number; status_page_id: number };

/** Series of all pages with an occurrence due by `until` (wire time), by id. */
export async function listDueSeries(
  db: Db,
  { until, after, most }: { until: string; after: number; most: number },
): Promise<Due[]> {
  return db
    .selectFrom("maintenance_series")
    .select(["id", "status_page_id"])
    .where("next_at", "<=", until)
    .where("id", ">", after)
    .where(isAtHome("status_page_id"))
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

/** Deletes the series of a withdrawn maintenance if it has no other occurrence. */
export async function deleteUnstartedSeries(
  trx: Trx,
  grant: PageGrant,
  incidentId: number,
): Promise<void> {
  const member = await findSeriesOf(trx, grant, incidentId);
  if (!member) return;
  const noted = await listOccurrences(trx, grant, member.series.id);
  if (noted.size === 1) await removeSeries(trx, grant, member.series.id);
}
