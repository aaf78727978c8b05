import type { Insertable, Selectable, Updateable } from "kysely";
import { countAll } from "#db/counts.ts";
import type { Db, Trx } from "#db/index.ts";
import { type Listed, type Order, readList, type Slice } from "#db/keyset.ts";
import type { Metrics } from "#db/types.ts";
import type { PageGrant } from "#lib/auth/authorize.ts";
import { notFound } from "#lib/errors.ts";

export type MetricRow = Selectable<Metrics>;

const IN_ORDER: Order = { columns: ["order", "id"], direction: "asc" };

function metricsOf(db: Db, grant: PageGrant) {
  return db.selectFrom("metrics").where("status_page_id", "=", grant.status_page_id);
}

export async function listMetricRows(db: Db, grant: PageGrant, slice: Slice): Promise<Listed<MetricRow>> {
  const metrics = metricsOf(db, grant).selectAll();
  return readList(metrics, IN_ORDER, slice, countAll(db, metrics));
}

/** What visitors may see, in order. */
export async function listVisibleMetricRows(db: Db, grant: PageGrant): Promise<MetricRow[]> {
  return metricsOf(db, grant).selectAll().where("visible", "=", true).where("enabled", "=", true).orderBy("order").orderBy("id").execute();
}

/** @throws {AppError} `not_found` */
export async function getMetricRow(db: Db, grant: PageGrant, metricId: number): Promise<MetricRow> {
  const row = await metricsOf(db, grant).selectAll().where("id", "=", metricId).executeTakeFirst();
  if (!row) throw notFound();
  return row;
}

/** Where a metric comes that is appended to the page. */
export async function nextMetricOrder(trx: Trx, grant: PageGrant): Promise<number> {
  const { last } = await metricsOf(trx, grant)
    .select(({ fn }) => fn.max("order").as("last"))
    .executeTakeFirstOrThrow();
  return (last ?? 0) + 1;
}

export async function insertMetric(trx: Trx, grant: PageGrant, values: Omit<Insertable<Metrics>, "status_page_id">): Promise<MetricRow> {
  return trx
    .insertInto("metrics")
    .values({ ...values, status_page_id: grant.status_page_id })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function updateMetricRow(trx: Trx, grant: PageGrant, metricId: number, values: Updateable<Metrics>): Promise<MetricRow> {
  return trx
    .updateTable("metrics")
    .set(values)
    .where("status_page_id", "=", grant.status_page_id)
    .where("id", "=", metricId)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Deletes a metric; a trigger takes its entries along. */
export async function deleteMetricRow(trx: Trx, grant: PageGrant, metricId: number): Promise<void> {
  await trx.deleteFrom("metrics").where("status_page_id", "=", grant.status_page_id).where("id", "=", metricId).execute();
}
