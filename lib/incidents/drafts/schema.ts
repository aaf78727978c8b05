import { z } from "zod";
import { refineNames } from "#lib/core/fields/name.ts";
import { named } from "#lib/core/fields/schema.ts";
import { wireTime } from "#lib/core/fields/time.ts";
import { Incident, IncidentFields } from "#lib/incidents/schema.ts";

export const MAX_DRAFTS = 200;

/** As `CreateIncident`, with nothing required. */
export const DraftFields = IncidentFields.extend({}).superRefine(refineNames);
export type DraftFields = z.infer<typeof DraftFields>;

const { title, type, service_ids, translations, affects_uptime } = Incident.shape;
const { postmortem, recurrence, subscription_group_ids } = Incident.shape;
const { notify, maintenance_notify, maintenance_notify_settings: settings } = Incident.shape;

export const IncidentDraft = z.object({
  id: z.int(),
  inserted_at: wireTime,
  updated_at: wireTime,
  title: title.nullable(),
  type: type.nullable(),
  starts_at: wireTime.nullable(),
  ends_at: wireTime.nullable(),
  service_ids,
  impacts: z.array(z.record(z.string(), z.unknown())).meta({
    description: "As they were sent; none: they follow from the other fields",
    "x-extension": true,
  }),
  updates: z
    .array(z.record(z.string(), z.unknown()))
    .meta({ description: "As they were sent: none is posted yet" }),
  translations,
  notify,
  maintenance_notify,
  maintenance_notify_settings: settings,
  affects_uptime: affects_uptime.nullable(),
  subscription_group_ids,
  postmortem,
  recurrence,
  hold_seconds: z.int(),
});
export type IncidentDraft = z.infer<typeof IncidentDraft>;

named(DraftFields, "IncidentDraftFields");
named(IncidentDraft, "IncidentDraft");
