import type { z } from "zod";
import type { Listed, Slice } from "#db/keyset.ts";
import { authorize, type PageTarget } from "#lib/core/access/authorize.ts";
import type { Context } from "#lib/core/request/context.ts";
import { env } from "#lib/platform/config/env.ts";
import {
  getServiceRow,
  listPlainServiceRows,
  listServiceRows,
  listServiceStateRows,
  type PlainServiceRow,
  type ServiceFilter,
  type ServiceRow,
  type ServiceState,
} from "#lib/services/queries.ts";
import { JsonpathSettings, MonitoringOptions, type Service } from "#lib/services/schema.ts";

function inboundAddress(row: ServiceRow): string | null {
  if (row.monitoring !== "3rd_party") return null;
  return `${row.inbound_email_id}@${env().INBOUND_EMAIL_DOMAIN}`;
}

function incomingWebhookUrl(subdomain: string, row: ServiceRow): string | null {
  const { monitoring, inbound_email_id, webhook_monitoring_service: kind } = row;
  if (monitoring !== "webhook" || !kind) return null;
  const service = `status_pages/${subdomain}/services/${inbound_email_id}`;
  return `${env().APP_URL}/api/v2/${service}/automate/${kind}`;
}

/** Applies defaults; `{}` in the column means null. */
function sent<T extends z.ZodType>(shape: T, stored: unknown): z.output<T> | null {
  return stored && Object.keys(stored).length > 0 ? shape.parse(stored) : null;
}

export function serializeService(subdomain: string, row: ServiceRow): Service {
  return {
    id: row.id,
    inserted_at: row.inserted_at,
    updated_at: row.updated_at,
    name: row.name,
    description: row.description,
    private_description: row.private_description,
    parent_id: row.parent_id,
    children_ids: row.children_ids,
    current_incident_type: row.current_incident_type,
    monitoring: row.monitoring,
    webhook_monitoring_service: row.webhook_monitoring_service,
    webhook_custom_jsonpath_settings: sent(JsonpathSettings, row.webhook_custom_jsonpath_settings),
    inbound_email_address: inboundAddress(row),
    inbound_email_id: row.inbound_email_id,
    incoming_webhook_url: incomingWebhookUrl(subdomain, row),
    ping_url: row.ping_url,
    incident_type: row.incident_type,
    parent_incident_type: row.parent_incident_type,
    is_up: row.is_up,
    pause_monitoring_during_maintenances: row.pause_monitoring_during_maintenances,
    auto_incident: row.auto_incident,
    auto_notify: row.auto_notify,
    translations: row.translations as Service["translations"],
    private: row.private,
    display_uptime_graph: row.display_uptime_graph,
    display_response_time_chart: row.display_response_time_chart,
    order: row.order,
    notification_recipients: row.notification_recipients,
    monitoring_options: sent(MonitoringOptions, row.monitoring_options),
    retries: row.retries,
    confirmations: row.confirmations,
    expected_statuses: row.expected_statuses,
    publish_policy: row.publish_policy as Service["publish_policy"],
    heartbeat: row.heartbeat as Service["heartbeat"],
    count_warnings: row.count_warnings,
  };
}

export type ServiceTarget = PageTarget & { service_id: number };

/** By `order`, then `id`; a null `parent_id` lists the top level. */
export async function listServices(
  ctx: Context,
  target: PageTarget,
  slice: Slice,
  filter: ServiceFilter,
): Promise<Listed<Service>> {
  const grant = await authorize(ctx, "page.read", target);
  return listServiceRows(ctx.db, grant, slice, filter, (rows) =>
    rows.map((row) => serializeService(grant.subdomain, row)),
  );
}

/** In display order. @throws {AppError} `not_found`, `forbidden` */
export async function listPlainServices(
  ctx: Context,
  target: PageTarget,
): Promise<PlainServiceRow[]> {
  return listPlainServiceRows(ctx.db, await authorize(ctx, "page.read", target));
}

/** @throws {AppError} `not_found`, `forbidden` */
export async function listServiceStates(ctx: Context, target: PageTarget): Promise<ServiceState[]> {
  return listServiceStateRows(ctx.db, await authorize(ctx, "page.read", target));
}

/** @throws {AppError} `not_found`, `forbidden` */
export async function getService(ctx: Context, target: ServiceTarget): Promise<Service> {
  const grant = await authorize(ctx, "page.read", target);
  return serializeService(grant.subdomain, await getServiceRow(ctx.db, grant, target.service_id));
}
