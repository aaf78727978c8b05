import { type Selectable, sql } from "kysely";
import type { Answer } from "#db/budget.ts";
import { countAll } from "#db/counts.ts";
import type { Db, Trx } from "#db/index.ts";
import { type Listed, type Order, readList, type Slice } from "#db/keyset.ts";
import type { Metrics } from "#db/types.ts";
import type { PageGrant } from "#lib/core/access/authorize.ts";
import { pageRows } from "#lib/core/transaction/page-rows.queries.ts";
import { wireNow } from "#lib/platform/clock.ts";
import { listShownServiceIds } from "#lib/services/queries.ts";

export type MetricRow = Selectable<Metrics>;

// A trigger deletes the entries of a deleted metric.
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

/** In display order; a service's metric is visible only where the service is. */
export async function listVisibleMetricRows(
  db: Db,
  grant: PageGrant,
  limit: number,
): Promise<MetricRow[]> {
  const services = await listShownServiceIds(db, grant);
  const shown = sql<boolean>`(service_id is null or service_id = any(${services}::bigint[]))`;
  const metrics = metricsOf(db, grant).selectAll();
  return (services === null ? metrics : metrics.where(shown))
    .where("visible", "=", true)
    .where("enabled", "=", true)
    .orderBy("order")
    .orderBy("id")
    .limit(limit)
    .execute();
}

/** Without its hidden service a metric would become public. */
export async function hideMetricsOf(trx: Trx, grant: PageGrant, serviceId: number): Promise<void> {
  await trx
    .updateTable("metrics")
    .set({ visible: false, updated_at: wireNow() })
    .where("status_page_id", "=", grant.status_page_id)
    .where("service_id", "=", serviceId)
    .execute();
}

export async function listMetricOrders(
  trx: Trx,
  grant: PageGrant,
): Promise<{ id: number; order: number }[]> {
  return metricsOf(trx, grant).select(["id", "order"]).orderBy("order").orderBy("id").execute();
}

export async function nextMetricOrder(trx: Trx, grant: PageGrant): Promise<number> {
  const { last } = await metricsOf(trx, grant)
    .select(({ fn }) => fn.max("order").as("last"))
    .executeTakeFirstOrThrow();
  return (last ?? 0) + 1;
}
