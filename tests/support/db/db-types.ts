import { join } from "node:path";
import { Cli, RawExpressionNode } from "kysely-codegen";
import { SUBSCRIPTION_TYPES } from "#lib/channels/channel.ts";
import { PERMISSIONS, ROLES } from "#lib/core/access/permissions.ts";
import { SEVERITIES } from "#lib/core/fields/severity.ts";
import { METHODS } from "#lib/identity/users/schema.ts";
import { AUTOMATIONS, PLANS, UPDATE_TYPES } from "#lib/incidents/schema.ts";
import { NOTIFICATION_STATES } from "#lib/notifications/log/schema.ts";
import { DELIVERY_STATES, TEST_EVENT, WEBHOOK_EVENTS } from "#lib/notifications/webhooks/schema.ts";
import { STORED_IMAGES } from "#lib/pages/images/schema.ts";
import { FEATURED_NUMBERS, METRIC_TYPES } from "#lib/services/metrics/schema.ts";
import { WEBHOOK_MONITORS } from "#lib/services/monitoring-tools.ts";
import { MONITORINGS, SERVICE_INCIDENT_TYPES } from "#lib/services/schema.ts";
import { SUBSCRIPTION_FILTERS } from "#lib/subscribers/schema.ts";
import { ROOT } from "#tests/support/code/sources.ts";

function words(values: readonly string[], type = (union: string) => union): RawExpressionNode {
  return new RawExpressionNode(type(values.map((value) => JSON.stringify(value)).join(" | ")));
}

const generated = (union: string) => `Generated<${union}>`;

// Columns of text that hold nothing but the words of a schema.
const columns = {
  "api_keys.permissions": words(PERMISSIONS, (union) => `(${union})[]`),
  "api_keys.role": words(ROLES),
  "deleted_incidents.severity": words(SEVERITIES),
  "events.event": words(WEBHOOK_EVENTS),
  "images.image": words(STORED_IMAGES),
  "incident_types.base_severity": words(SEVERITIES),
  "incident_updates.type": words(UPDATE_TYPES),
  "incidents.automation": words(AUTOMATIONS),
  "incidents.plan": words(PLANS),
  "incidents.severity": words(SEVERITIES),
  "memberships.role": words(ROLES),
  "metrics.featured_number": words(FEATURED_NUMBERS, generated),
  "metrics.type": words(METRIC_TYPES),
  "notifications.channel": words(SUBSCRIPTION_TYPES),
  "notifications.state": words(NOTIFICATION_STATES, generated),
  "services.incident_type": words(SERVICE_INCIDENT_TYPES),
  "services.monitoring": words(MONITORINGS),
  "services.parent_incident_type": words(SERVICE_INCIDENT_TYPES),
  "services.webhook_monitoring_service": words(WEBHOOK_MONITORS),
  "sessions.method": words(METHODS, generated),
  "subscriptions.filter": words(SUBSCRIPTION_FILTERS),
  "subscriptions.type": words(SUBSCRIPTION_TYPES),
  "webhook_deliveries.event": words([...WEBHOOK_EVENTS, TEST_EVENT]),
  "webhook_deliveries.state": words(DELIVERY_STATES, generated),
  "webhooks.events": words(WEBHOOK_EVENTS, (union) => `(${union})[]`),
};

/**
 * Writes db/types.ts as a migrated database has its tables.
 * @param verify whether it is only compared
 * @throws when it is not as it should be
 */
export async function writeDbTypes(url: string, { verify = false } = {}): Promise<void> {
  await new Cli().run({
    config: {
      url,
      verify,
      dialect: "postgres",
      outFile: join(ROOT, "db/types.ts"),
      dateParser: "string",
      numericParser: "number",
      excludePattern: "kysely_*",
      logLevel: "warn",
      typeMapping: {
        timestamptz: "string",
        int8: "number",
        json: "unknown",
        jsonb: "unknown",
        bytea: "Buffer",
      },
      overrides: { columns },
    },
  });
}
