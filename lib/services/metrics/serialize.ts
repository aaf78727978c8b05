import { fromWire, wireNow } from "#lib/platform/clock.ts";
import type { MetricRow } from "#lib/services/metrics/queries.ts";
import type { Metric } from "#lib/services/metrics/schema.ts";
import { metricStatus } from "#lib/services/metrics/state.ts";

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
