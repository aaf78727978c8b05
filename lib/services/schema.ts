import { z } from "zod";
import { optionalCheckAddress } from "#lib/core/fields/address.ts";
import { optionalObject, publicTexts, translations } from "#lib/core/fields/json.ts";
import { name } from "#lib/core/fields/name.ts";
import { named, requiring } from "#lib/core/fields/schema.ts";
import {
  emptyAsUnset,
  MAX_DESCRIPTION,
  MAX_NAME,
  matching,
  optionalText,
  publicText,
  text,
} from "#lib/core/fields/text.ts";
import { wireTime } from "#lib/core/fields/time.ts";
import { amount, flag, ids, optionalChoice, optionalId } from "#lib/core/fields/value.ts";
import { MONITORING, MONITORING_INPUT } from "#lib/services/monitoring-fields.ts";
import { WEBHOOK_MONITORS } from "#lib/services/monitoring-tools.ts";

export const MONITORINGS = ["internal", "3rd_party", "webhook"] as const;
export const SERVICE_INCIDENT_TYPES = ["minor", "major"] as const;
const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];
const MAX_HEADERS = 50;
const MAX_HEADER = 4_096;

const eitherCase = (word: string) =>
  word.replace(/[A-Z]/g, (letter) => `[${letter}${letter.toLowerCase()}]`);

const allowed = METHODS.join(", ");
const method = matching(7, METHODS.map(eitherCase).join("|"), "not_one_of", { allowed })
  .nullish()
  .transform(emptyAsUnset)
  .meta({ description: `${allowed}, in either case` });

const Header = z.object({
  key: z
    .string()
    .max(MAX_NAME)
    .regex(/^[A-Za-z0-9_!#$%&'*+.^`|~-]+$/),
  value: z
    .string()
    .max(MAX_HEADER)
    .regex(/^[\t\x20-\x7e\x80-\xff]*$/),
});

const MonitoringOptionsInput = z.object({
  method,
  headers: z
    .array(Header)
    .max(MAX_HEADERS)
    .nullish()
    .transform((list) => list ?? undefined),
  keyword_down: optionalText(MAX_NAME),
  keyword_up: optionalText(MAX_NAME),
});

const DOWN_RESULT = {
  "x-extension": true,
  description:
    "What the JSONPath finds when it is down. Without it, every value but the expected one means down",
};

const IDENTITY = {
  "x-extension": true,
  description:
    "A JSONPath of the alert's identity, such as `$.alerts[*].fingerprint`: the service is up once every alert has ended. Without it, all calls are about one alert",
};

export const COMPARISONS = ["equals", "contains", "matches"] as const;
const COMPARISON = {
  "x-extension": true,
  description:
    "How results are compared: as JSON or text (default), as a part of the text in any case, or by a regular expression (RE2)",
};

const JsonpathInput = z.object({
  jsonpath: optionalText(MAX_NAME),
  expected_result: optionalText(MAX_NAME),
  down_result: text(MAX_NAME).optional().meta(DOWN_RESULT),
  comparison: z.enum(COMPARISONS).optional().meta(COMPARISON),
  identity: text(MAX_NAME).optional().meta(IDENTITY),
});

const ServiceFields = z.object({
  name: name(),
  description: optionalText(MAX_DESCRIPTION).transform(publicText),
  private_description: optionalText(MAX_DESCRIPTION),
  parent_id: optionalId(),
  monitoring: optionalChoice(MONITORINGS),
  webhook_monitoring_service: optionalChoice(WEBHOOK_MONITORS),
  webhook_custom_jsonpath_settings: optionalObject(JsonpathInput),
  ping_url: optionalCheckAddress(),
  incident_type: optionalChoice(SERVICE_INCIDENT_TYPES),
  parent_incident_type: optionalChoice(SERVICE_INCIDENT_TYPES),
  pause_monitoring_during_maintenances: flag(),
  auto_incident: flag(),
  auto_notify: flag(),
  translations: translations({ name: MAX_NAME, description: MAX_DESCRIPTION }).transform(
    publicTexts,
  ),
  private: flag(),
  display_uptime_graph: flag(),
  display_response_time_chart: flag(),
  order: amount(),
  notification_recipients: ids(1_000).meta({ description: "Ids of users of the organization" }),
  monitoring_options: optionalObject(MonitoringOptionsInput),
  ...MONITORING_INPUT,
});

export const CreateService = requiring(ServiceFields, ["name"]);
export type CreateService = z.infer<typeof CreateService>;

export const UpdateService = ServiceFields;
export type UpdateService = z.infer<typeof UpdateService>;

export const MonitoringOptions = z.object({
  method: z.string().default("HEAD"),
  headers: z.array(z.object({ key: z.string(), value: z.string() })).default([]),
  keyword_down: z.string().nullable().default(null),
  keyword_up: z.string().nullable().default(null),
});
export type MonitoringOptions = z.infer<typeof MonitoringOptions>;

export const JsonpathSettings = z.object({
  jsonpath: z.string().nullable().default(null),
  expected_result: z.string().nullable().default(null),
  // Omitted when unset: existing clients compare the object with what they sent.
  down_result: z.string().optional().meta(DOWN_RESULT),
  comparison: z.enum(COMPARISONS).optional().meta(COMPARISON),
  identity: z.string().optional().meta(IDENTITY),
});
export type JsonpathSettings = z.output<typeof JsonpathSettings>;

export const Service = z.object({
  id: z.int(),
  inserted_at: wireTime,
  updated_at: wireTime,
  name: z.string(),
  description: z.string().nullable(),
  private_description: z.string().nullable(),
  parent_id: z.int().nullable(),
  children_ids: z.array(z.int()),
  current_incident_type: z.string().nullable(),
  monitoring: z.enum(MONITORINGS).nullable(),
  webhook_monitoring_service: z.enum(WEBHOOK_MONITORS).nullable(),
  webhook_custom_jsonpath_settings: JsonpathSettings.nullable(),
  inbound_email_address: z.string().nullable(),
  inbound_email_id: z.uuid(),
  incoming_webhook_url: z.string().nullable(),
  ping_url: z.string().nullable(),
  incident_type: z.enum(SERVICE_INCIDENT_TYPES).nullable(),
  parent_incident_type: z.enum(SERVICE_INCIDENT_TYPES).nullable(),
  is_up: z.boolean().nullable().meta({ description: "null until a first result exists" }),
  pause_monitoring_during_maintenances: z.boolean(),
  auto_incident: z.boolean(),
  auto_notify: z.boolean(),
  translations: z.record(
    z.string(),
    z.object({ name: z.string().nullish(), description: z.string().nullish() }),
  ),
  private: z.boolean(),
  display_uptime_graph: z.boolean(),
  display_response_time_chart: z.boolean(),
  order: z.int(),
  notification_recipients: z.array(z.int()),
  monitoring_options: MonitoringOptions.nullable(),
  ...MONITORING,
});
export type Service = z.output<typeof Service>;

named(CreateService, "CreateService");
named(UpdateService, "UpdateService");
named(Service, "Service");
