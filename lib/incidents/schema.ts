import { z } from "zod";
import { translations } from "#lib/fields/json.ts";
import { requiring } from "#lib/fields/required.ts";
import { issue, MAX_NAME, text } from "#lib/fields/text.ts";
import { datetime, requiredDatetime, wireTime } from "#lib/fields/time.ts";
import { choice, flag, ids, optionalId } from "#lib/fields/value.ts";
import { UpdateFields as CommonFields, MAX_UPDATES, Update } from "#lib/updates/schema.ts";

export const SEVERITIES = ["major", "minor", "scheduled"] as const;
/** What a type means for services: the base of every custom type. */
export type Severity = (typeof SEVERITIES)[number];

/** The severity that a built-in type is; undefined: the type is a page's own, if any. */
export function builtInSeverity(type: string): Severity | undefined {
  return SEVERITIES.find((severity) => severity === type);
}

export const INCIDENT_UPDATE_TYPES = [
  "investigating",
  "issue",
  "identified",
  "monitoring",
  "update",
  "escalate",
  "deescalate",
  "resolved",
  "retroactive",
] as const;
export const MAINTENANCE_UPDATE_TYPES = ["scheduled", "started", "essential", "update", "monitoring", "postponed", "resolved"] as const;
export const UPDATE_TYPES = [...new Set([...INCIDENT_UPDATE_TYPES, ...MAINTENANCE_UPDATE_TYPES])] as [UpdateType, ...UpdateType[]];
export type UpdateType = (typeof INCIDENT_UPDATE_TYPES)[number] | (typeof MAINTENANCE_UPDATE_TYPES)[number];

const UpdateFields = CommonFields.extend({ type: choice(UPDATE_TYPES) });

export const PostUpdate = requiring(UpdateFields, ["description"]);
export type PostUpdate = z.infer<typeof PostUpdate>;

export const EditUpdate = UpdateFields;
export type EditUpdate = z.infer<typeof EditUpdate>;

const minutesBefore = z
  .int()
  .min(0)
  .max(40_320)
  .refine((minutes) => minutes === 0 || minutes >= 5, issue("too_small", { min: 5 }))
  .nullish();

const MaintenanceNotifySettings = z.object({
  before_notice_minutes: minutesBefore,
  second_before_notice_minutes: minutesBefore,
  on_start: flag(),
  on_end: flag(),
});

const IncidentFields = z.object({
  title: text(MAX_NAME),
  starts_at: requiredDatetime(),
  ends_at: datetime(),
  type: text(MAX_NAME),
  service_ids: ids(),
  updates: z.array(UpdateFields).max(MAX_UPDATES).nullish(),
  translations: translations({ title: MAX_NAME }),
  notify: flag(),
  maintenance_notify: flag(),
  maintenance_notify_settings: MaintenanceNotifySettings.nullish(),
  affects_uptime: flag(),
});

export const CreateIncident = requiring(IncidentFields.extend({ updates: z.array(PostUpdate).max(MAX_UPDATES).nullish() }), [
  "title",
  "type",
  "service_ids",
]);
export type CreateIncident = z.infer<typeof CreateIncident>;

export const UpdateIncident = IncidentFields.extend({
  updates: z
    .array(UpdateFields.extend({ id: optionalId() }))
    .max(MAX_UPDATES)
    .nullish(),
});
export type UpdateIncident = z.infer<typeof UpdateIncident>;

export const IncidentUpdate = Update.extend({ type: z.enum(UPDATE_TYPES) });
export type IncidentUpdate = z.infer<typeof IncidentUpdate>;

export const Incident = z.object({
  id: z.int(),
  inserted_at: wireTime,
  updated_at: wireTime,
  title: z.string(),
  starts_at: wireTime,
  ends_at: wireTime.nullable(),
  type: z.string(),
  service_ids: z.array(z.int()),
  updates: z.array(IncidentUpdate),
  url: z.string(),
  translations: z.record(z.string(), z.object({ title: z.string().nullish() })),
  notify: z.boolean(),
  maintenance_notify: z.boolean(),
  maintenance_notify_settings: z.object({
    before_notice_minutes: z.int().nullable(),
    second_before_notice_minutes: z.int().nullable(),
    on_start: z.boolean(),
    on_end: z.boolean(),
  }),
  affects_uptime: z.boolean(),
});
export type Incident = z.infer<typeof Incident>;
