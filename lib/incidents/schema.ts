import { z } from "zod";
import { translations } from "#lib/core/fields/json.ts";
import { name } from "#lib/core/fields/name.ts";
import { named, requiring } from "#lib/core/fields/schema.ts";
import {
  digits,
  issue,
  MAX_DESCRIPTION,
  MAX_NAME,
  MAX_URL,
  optionalText,
  publicText,
  text,
} from "#lib/core/fields/text.ts";
import { datetime, requiredDatetime, wireTime } from "#lib/core/fields/time.ts";
import { amount, choice, flag, ids, optionalId, optionalIds } from "#lib/core/fields/value.ts";
import { MAX_IMPACTS } from "#lib/incidents/declared.ts";
import { GROUP_IDS, groupIds } from "#lib/incidents/groups/schema.ts";
import { applyToFollowing, RECURRENCE, recurrence } from "#lib/incidents/recurrence/schema.ts";
import {
  UpdateFields as CommonFields,
  MAX_UPDATES,
  Update,
} from "#lib/incidents/updates/schema.ts";

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
export const MAINTENANCE_UPDATE_TYPES = [
  "scheduled",
  "started",
  "essential",
  "update",
  "monitoring",
  "postponed",
  "resolved",
] as const;
export const UPDATE_TYPES = [
  ...new Set([...INCIDENT_UPDATE_TYPES, ...MAINTENANCE_UPDATE_TYPES]),
] as [UpdateType, ...UpdateType[]];
export type UpdateType =
  | (typeof INCIDENT_UPDATE_TYPES)[number]
  | (typeof MAINTENANCE_UPDATE_TYPES)[number];

const PROMISE = {
  description:
    "When the team promises to say more, on an update; a later update replaces it. An incident's is that of its newest update",
  "x-extension": true,
};

const NAMED = {
  description:
    "The services that the incident affects from `posted_at` on; null: the update changes none of them",
  "x-extension": true,
};

const UpdateFields = CommonFields.extend({
  type: choice(UPDATE_TYPES),
  service_ids: optionalIds().meta(NAMED),
  next_update_at: datetime().meta(PROMISE),
});

/** Long enough for an undo; short enough not to delay readers. */
const MAX_HOLD_SECONDS = 600;

function holdSeconds() {
  return amount(MAX_HOLD_SECONDS).meta({
    description:
      "The page changes at once, but notifications are sent only after this many seconds; if it is deleted before then, none are sent",
    "x-extension": true,
  });
}

const PostedFields = UpdateFields.extend({ hold_seconds: holdSeconds() });

type Held = { hold_seconds?: number };

/** The longest hold of the incident and its updates. */
export function holdOf({
  hold_seconds = 0,
  updates,
}: Held & { updates?: readonly Held[] | null }): number {
  return Math.max(hold_seconds, ...(updates ?? []).map((update) => update.hold_seconds ?? 0));
}

export const PostUpdate = requiring(PostedFields, ["description"]);
export type PostUpdate = z.infer<typeof PostUpdate>;

export const EditUpdate = UpdateFields;
export type EditUpdate = z.infer<typeof EditUpdate>;

const minutesBefore = z
  .int()
  .min(0)
  .max(40_320)
  .refine((minutes) => minutes === 0 || minutes >= 5, issue("too_small", { min: 5 }))
  .meta({ not: { enum: [1, 2, 3, 4] } })
  .nullish();

const POSTMORTEM = {
  description:
    "What happened and what was learned, in Markdown. Visitors get it once the incident is over, null until then",
  "x-extension": true,
};

/** `detected`: the program manages it; `confirmed`: a person agreed without taking over. */
export const AUTOMATIONS = ["detected", "confirmed"] as const;
export type Automation = (typeof AUTOMATIONS)[number];

/** The state of the plan of a maintenance that does not take place when it was to. */
export const PLANS = ["called_off", "postponed"] as const;
export type Plan = (typeof PLANS)[number];

const PLAN = {
  description:
    "What became of a maintenance's plan: `called_off` by `resolved` before its start, `postponed` until new times are set; `starts_at` and `ends_at` are the planned ones then. null: the times hold",
  "x-extension": true,
};

const DETECTED = {
  description:
    "`automatic`: monitoring opened it, and nobody has confirmed it yet by an update, a change or one tap; null: people did, or opened it",
  "x-extension": true,
};

const IMPACTS = {
  description:
    "Which service suffered how much from when to when. Sent: an exact record, from which `type`, `service_ids`, `starts_at` and `ends_at` follow",
  "x-extension": true,
};

const FOLLOW = {
  description:
    "Whether `impacts` follow from the updates; false: they were set exactly, and only updates posted since then change them. Sent as true without other `impacts`, they follow again; false changes nothing",
  "x-extension": true,
};

const GivenImpact = requiring(
  z.object({
    service_id: z.int().positive(),
    type: text(MAX_NAME),
    starts_at: requiredDatetime(),
    ends_at: datetime(),
  }),
  ["type", "starts_at"],
);
export type GivenImpact = z.infer<typeof GivenImpact>;

const MaintenanceNotifySettings = z.object({
  before_notice_minutes: minutesBefore,
  second_before_notice_minutes: minutesBefore,
  on_start: flag(),
  on_end: flag(),
});

export const IncidentFields = z.object({
  title: name(),
  starts_at: requiredDatetime(),
  ends_at: datetime(),
  type: text(MAX_NAME),
  service_ids: ids(),
  impacts: z
    .array(GivenImpact)
    .max(MAX_IMPACTS)
    .nullish()
    .transform((impacts) => (impacts?.length ? impacts : undefined))
    .meta(IMPACTS),
  updates: z.array(PostedFields).max(MAX_UPDATES).nullish(),
  translations: translations({ title: MAX_NAME }),
  notify: flag(),
  maintenance_notify: flag(),
  maintenance_notify_settings: MaintenanceNotifySettings.nullish(),
  affects_uptime: flag(),
  subscription_group_ids: groupIds(),
  postmortem: optionalText(MAX_DESCRIPTION).transform(publicText).meta(POSTMORTEM),
  recurrence: recurrence(),
  hold_seconds: holdSeconds(),
});

export const CreateIncident = requiring(
  IncidentFields.extend({ updates: z.array(PostUpdate).max(MAX_UPDATES).nullish() }),
  ["title", "type", "service_ids"],
  {},
  { type: "impacts", service_ids: "impacts" },
);
export type CreateIncident = z.infer<typeof CreateIncident>;

export const UpdateIncident = IncidentFields.extend({
  impacts_follow_updates: flag().meta(FOLLOW),
  apply_to_following: applyToFollowing(),
  updates: z
    .array(PostedFields.extend({ id: optionalId() }))
    .max(MAX_UPDATES)
    .nullish(),
});
export type UpdateIncident = z.infer<typeof UpdateIncident>;

const promised = wireTime.nullable().meta(PROMISE);

export const IncidentUpdate = Update.extend({
  type: z.enum(UPDATE_TYPES),
  next_update_at: promised,
  service_ids: z.array(z.int()).nullable().meta(NAMED),
});
export type IncidentUpdate = z.infer<typeof IncidentUpdate>;

const Impact = z.object({
  service_id: z.int(),
  type: z.string(),
  starts_at: wireTime,
  ends_at: wireTime.nullable().meta({ description: "null: it lasts" }),
});

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
  subscription_group_ids: GROUP_IDS,
  postmortem: z.string().nullable().meta(POSTMORTEM),
  recurrence: z.string().nullable().meta(RECURRENCE),
  next_update_at: promised,
  impacts: z.array(Impact).meta(IMPACTS),
  impacts_follow_updates: z.boolean().meta(FOLLOW),
  reopened_at: wireTime
    .nullable()
    .meta({ description: "When it last began anew after its end", "x-extension": true }),
  detected: z.enum(["automatic"]).nullable().meta(DETECTED),
  plan: z.enum(PLANS).nullable().meta(PLAN),
});
export type Incident = z.infer<typeof Incident>;

const INCIDENT_STATUSES = ["open", "upcoming", "ended", ...PLANS] as const;
export type IncidentStatus = (typeof INCIDENT_STATUSES)[number];

const EXTENSION = { "x-extension": true };

export const IncidentQuery = z.object({
  type: text(MAX_URL).meta({
    description: "Only incidents of this type; several are separated by commas",
  }),
  status: choice(INCIDENT_STATUSES).meta({
    ...EXTENSION,
    description:
      "`open`: begun and not over, maintenance too. Maintenance `called_off` or `postponed` is none of the others",
  }),
  q: text(MAX_NAME).meta({
    ...EXTENSION,
    description:
      "Words of the title or the updates, or beginnings of words: what has all of them, up to eight",
  }),
  service_id: digits(15)
    .transform((id) => (id === undefined ? undefined : Number(id)))
    .meta({ ...EXTENSION, description: "What affects this service or one below it" }),
  from: requiredDatetime().meta({ ...EXTENSION, description: "What was not over before then" }),
  to: requiredDatetime().meta({ ...EXTENSION, description: "What began before then" }),
});

export const Withdrawal = z.object({
  withdrawn: z.boolean().meta({ description: "false: the hold is over; nothing was changed" }),
});

named(CreateIncident, "CreateIncident");
named(UpdateIncident, "UpdateIncident");
named(PostUpdate, "CreateIncidentUpdate");
named(EditUpdate, "UpdateIncidentUpdate");
named(Incident, "Incident");
named(Impact, "IncidentImpact");
named(GivenImpact, "IncidentImpactFields");
named(IncidentUpdate, "IncidentUpdate");
