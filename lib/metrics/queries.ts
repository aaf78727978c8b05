import type { Selectable } from "kysely";
import type { Answer } from "#db/budget.ts";
import { countAll } from "#db/counts.ts";
import type { Db, Trx } from "#db/index.ts";
import { type Listed, type Order, readList, type Slice } from "#db/keyset.ts";
import type { Metrics } from "#db/types.ts";
import type { PageGrant } from "#lib/auth/authorize.ts";
import { pageRows } from "#lib/page-rows/queries.ts";

export type MetricRow = Selectable<Metrics>;

// A trigger takes the entries of a deleted metric along.
export const {
  get: getMetricRow,
  insert: insertMetric,
  update: updateMetricRow,
  remove: deleteMetricRow,
} = pageRows("metrics");

const IN_ORDER: Order = { columns: ["order", "id"], direction: "asc" };

function metricsOf(db: Db, grant: PageGrant) {
  return db.selectFrom("metrics").where("status_page_id", "=", grant.status_page_id);
}

export async function listMetricRows<Answered>(
  db: Db,
  grant: PageGrant,
  slice: Slice,
  answer: Answer<MetricRow, Answered>,
): Promise<Listed<Answered>> {
  const metrics = metricsOf(db, grant).selectAll();
  const count = countAll(db, metrics);
  return readList(db, metrics, slice, { order: IN_ORDER, count, answer });
}

/** What visitors may see, in order. */
export async function listVisibleMetricRows(
  db: Db,
  grant: PageGrant,
  limit: number,
): Promise<MetricRow[]> {
  return metricsOf(db, grant)
    .selectAll()
    .where("visible", "=", true)
    .where("enabled", "=", true)
    .orderBy("order")
    .orderBy("id")
    .limit(limit)
    .execute();
}

/** The metrics of the page in their order. */
export async function listMetricOrders(
  trx: Trx,
  grant: PageGrant,
): Promise<{ id: number; order: number }[]> {
  return metricsOf(trx, grant).select(["id", "order"]).orderBy("order").orderBy("id").execute();
}

/** Where a metric comes that is appended to the page. */
export async function nextMetricOrder(trx: Trx, grant: PageGrant): Promise<number> {
  const { last } = await metricsOf(trx, grant)
    .select(({ fn }) => fn.max("order").as("last"))
    .executeTakeFirstOrThrow();
  return (last ?? 0) + 1;
}
