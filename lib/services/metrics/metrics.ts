import { z } from "zod";
import type { Trx } from "#db/index.ts";
import type { Listed, Slice } from "#db/keyset.ts";
import { authorize, type PageGrant, type PageTarget } from "#lib/core/access/authorize.ts";
import type { Context } from "#lib/core/request/context.ts";
import { changePage } from "#lib/core/transaction/change.ts";
import { removesText } from "#lib/core/transaction/outcome.ts";
import { ordersOf } from "#lib/core/transaction/page-rows.queries.ts";
import { listKnownIntegrationIds } from "#lib/pages/integrations/queries.ts";
import { fromWire, secondsBetween, wireNow } from "#lib/platform/clock.ts";
import { invalid } from "#lib/platform/errors/errors.ts";
import { deletePull } from "#lib/services/metric-imports/queries.ts";
import {
  deleteMetricRow,
  getMetricRow,
  insertMetric,
  listMetricOrders,
  listMetricRows,
  type MetricRow,
  nextMetricOrder,
  updateMetricRow,
} from "#lib/services/metrics/queries.ts";
import type { CreateMetric, Metric, UpdateMetric } from "#lib/services/metrics/schema.ts";
import { listKnownServiceIds } from "#lib/services/queries.ts";

const FRESH_SECONDS = 3_600;

export function metricStatus(
  enabled: boolean,
  latest_entry_at: string | null,
  now: string,
): "active" | "inactive" {
  return enabled && latest_entry_at !== null && secondsBetween(latest_entry_at, now) < FRESH_SECONDS
    ? "active"
    : "inactive";
}

export function serializeMetric(row: MetricRow): Metric {
  return {
    id: row.id,
    title: row.title,
    unit: row.unit,
    type: row.type,
    enabled: row.enabled,
    visible: row.visible,
    remote_id: row.remote_id,
    remote_name: row.remote_name,
    status: metricStatus(row.enabled, row.latest_entry_at, wireNow()),
    latest_entry_time:
      row.latest_entry_at === null ? null : fromWire(row.latest_entry_at).epochMilliseconds / 1000,
    threshold: row.threshold,
    featured_number: row.featured_number,
    order: row.order,
    integration_id: row.integration_id,
    service_id: row.service_id,
  };
}

export type MetricTarget = PageTarget & { metric_id: number };

/** By `order`, then `id`. */
export async function listMetrics(
  ctx: Context,
  target: PageTarget,
  slice: Slice,
): Promise<Listed<Metric>> {
  const grant = await authorize(ctx, "page.read", target);
  return listMetricRows(ctx.db, grant, slice, (rows) => rows.map(serializeMetric));
}

/** @throws {AppError} `not_found`, `forbidden` */
export async function getMetric(ctx: Context, target: MetricTarget): Promise<Metric> {
  const grant = await authorize(ctx, "page.read", target);
  return serializeMetric(await getMetricRow(ctx.db, grant, target.metric_id));
}

type Source = Pick<MetricRow, "integration_id" | "service_id" | "remote_id" | "type">;
type Given = { [Name in "integration_id" | "service_id"]?: number | null };

/** @throws {AppError} `invalid` on ids that are not the page's */
async function checkSource(
  trx: Trx,
  grant: PageGrant,
  { integration_id, service_id }: Given,
): Promise<void> {
  const of = (id: number | null | undefined) => (id ? [id] : []);
  const integrations = await listKnownIntegrationIds(trx, grant, of(integration_id));
  if (integrations.length < of(integration_id).length)
    throw invalid({ integration_id: [{ code: "unknown" }] });
  const services = await listKnownServiceIds(trx, grant, of(service_id));
  if (services.length < of(service_id).length) throw invalid({ service_id: [{ code: "unknown" }] });
}

function sourceChanged(before: Source, after: Source): boolean {
  const names = ["integration_id", "service_id", "remote_id", "type"] as const;
  return names.some((name) => before[name] !== after[name]);
}

/** Adds a metric, last on the page. @throws {AppError} `not_found`, `forbidden`, `invalid` */
export async function createMetric(
  ctx: Context,
  target: PageTarget,
  input: CreateMetric,
): Promise<Metric> {
  const grant = await authorize(ctx, "metric.write", target);
  return changePage(ctx, grant, async (trx) => {
    await checkSource(trx, grant, input);
    const row = await insertMetric(trx, grant, {
      ...input,
      order: await nextMetricOrder(trx, grant),
    });
    return {
      result: serializeMetric(row),
      audit: { action: "metric.create", subject_id: row.id, changes: input },
      events: [],
    };
  });
}

function isVisible({ visible, enabled }: MetricRow): boolean {
  return visible && enabled;
}

/** @throws {AppError} `not_found`, `forbidden`, `invalid` */
export async function updateMetric(
  ctx: Context,
  target: MetricTarget,
  input: UpdateMetric,
): Promise<Metric> {
  const grant = await authorize(ctx, "metric.write", target);
  return changePage(ctx, grant, async (trx, _page, withdraw) => {
    const before = await getMetricRow(trx, grant, target.metric_id);
    const { id } = before;
    await checkSource(trx, grant, input);
    const row = await updateMetricRow(trx, grant, id, { ...input, updated_at: wireNow() });
    if (sourceChanged(before, row)) await deletePull(trx, grant, id);
    const isMoved = before.service_id !== row.service_id;
    if (removesText(before, row) || (isVisible(before) && (!isVisible(row) || isMoved)))
      withdraw("content");
    return {
      result: serializeMetric(row),
      audit: {
        action: "metric.update",
        subject_id: id,
        changes: input,
        before: serializeMetric(before),
      },
      events: [],
      was: { result: serializeMetric(before), hidden: [before, row] },
    };
  });
}

const MAX_POSITION = 100_000;

/** `position`: from 0. */
export const MoveMetric = z.object({ position: z.int().min(0).max(MAX_POSITION) });
export type MoveMetric = z.output<typeof MoveMetric>;

/** @throws {AppError} `not_found`, `forbidden` */
export async function moveMetric(
  ctx: Context,
  target: MetricTarget,
  { position }: MoveMetric,
): Promise<void> {
  const grant = await authorize(ctx, "metric.write", target);
  await changePage(ctx, grant, async (trx) => {
    const metric = await getMetricRow(trx, grant, target.metric_id);
    const others = (await listMetricOrders(trx, grant)).filter(({ id }) => id !== metric.id);
    const metrics = others.toSpliced(position, 0, metric);
    const orders = ordersOf(metrics);
    for (const { id, order } of metrics) {
      const next = orders.get(id);
      if (next !== undefined && next !== order)
        await updateMetricRow(trx, grant, id, { order: next, updated_at: wireNow() });
    }
    return {
      result: undefined,
      audit: { action: "metric.update", subject_id: metric.id, changes: { position } },
      events: [],
    };
  });
}

/** Deletes a metric with all its entries. @throws {AppError} `not_found`, `forbidden` */
export async function deleteMetric(ctx: Context, target: MetricTarget): Promise<void> {
  const grant = await authorize(ctx, "metric.write", target);
  await changePage(ctx, grant, async (trx, _page, withdraw) => {
    const { id, title } = await deleteMetricRow(trx, grant, target.metric_id);
    withdraw("content");
    return {
      result: undefined,
      audit: { action: "metric.delete", subject_id: id, changes: { title } },
      events: [],
    };
  });
}
