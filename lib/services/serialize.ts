import { env } from "#lib/env.ts";
import type { ServiceRow } from "#lib/services/queries.ts";
import { JsonpathSettings, MonitoringOptions, type Service } from "#lib/services/schema.ts";

function inboundAddress(row: ServiceRow): string | null {
  if (row.monitoring !== "3rd_party" || !row.inbound_email_id) return null;
  return `${row.inbound_email_id}@${new URL(`http://${env().PAGES_DOMAIN}`).hostname}`;
}

function incomingWebhookUrl(row: ServiceRow): string | null {
  if (row.monitoring !== "webhook" || !row.incoming_webhook_token) return null;
  return `${env().APP_URL}/hooks/services/${row.incoming_webhook_token}`;
}

export function serializeService(row: ServiceRow): Service {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    private_description: row.private_description,
    parent_id: row.parent_id,
    children_ids: row.children_ids,
    current_incident_type: row.current_incident_type,
    monitoring: row.monitoring,
    webhook_monitoring_service: row.webhook_monitoring_service,
    webhook_custom_jsonpath_settings: JsonpathSettings.parse(row.webhook_custom_jsonpath_settings ?? {}),
    inbound_email_address: inboundAddress(row),
    inbound_email_id: row.inbound_email_id,
    incoming_webhook_url: incomingWebhookUrl(row),
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
    monitoring_options: MonitoringOptions.parse(row.monitoring_options),
  };
}
