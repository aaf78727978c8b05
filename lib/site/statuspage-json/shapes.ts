import { z } from "zod";
import { fromWire } from "#lib/platform/clock.ts";
import { memoized } from "#lib/platform/memoized.ts";

// The format of Atlassian Statuspage: every key is always present, ids are strings, times have
// milliseconds and an offset.
const id = z.string();
const time = z.iso.datetime({ offset: true, precision: 3 });

export const Page = z.object({
  id,
  name: z.string(),
  url: z.string(),
  time_zone: z.string(),
  updated_at: time,
});
export type Page = z.infer<typeof Page>;

const INDICATORS = ["none", "minor", "major", "critical", "maintenance"] as const;
export const Status = z.object({ indicator: z.enum(INDICATORS), description: z.string() });
export type Status = z.infer<typeof Status>;

const COMPONENT_STATUSES = [
  "operational",
  "degraded_performance",
  "partial_outage",
  "major_outage",
  "under_maintenance",
] as const;
export type ComponentStatus = (typeof COMPONENT_STATUSES)[number];

export const Component = z.object({
  id,
  name: z.string(),
  status: z.enum(COMPONENT_STATUSES),
  created_at: time,
  updated_at: time,
  position: z.int().min(1),
  description: z.string().nullable(),
  showcase: z.boolean(),
  start_date: z.iso.date().nullable(),
  group_id: id.nullable(),
  page_id: id,
  group: z.boolean(),
  only_show_if_degraded: z.boolean(),
  components: z.array(id).optional(),
});
export type Component = z.infer<typeof Component>;

const INCIDENT_STATUSES = ["investigating", "identified", "monitoring", "resolved"] as const;
const MAINTENANCE_STATUSES = ["scheduled", "in_progress", "verifying", "completed"] as const;
export type IncidentStatus = (typeof INCIDENT_STATUSES)[number];
export type MaintenanceStatus = (typeof MAINTENANCE_STATUSES)[number];

export const AffectedComponent = z.object({
  code: id,
  name: z.string(),
  old_status: z.enum(COMPONENT_STATUSES),
  new_status: z.enum(COMPONENT_STATUSES),
});
export type AffectedComponent = z.infer<typeof AffectedComponent>;

export const Update = z.object({
  id,
  status: z.enum([...INCIDENT_STATUSES, ...MAINTENANCE_STATUSES]),
  body: z.string(),
  incident_id: id,
  created_at: time,
  updated_at: time,
  display_at: time,
  affected_components: z.array(AffectedComponent).nullable(),
  deliver_notifications: z.boolean(),
  custom_tweet: z.null(),
  tweet_id: z.null(),
});
export type Update = z.infer<typeof Update>;

const IncidentOrMaintenance = z.object({
  id,
  name: z.string(),
  created_at: time,
  updated_at: time,
  monitoring_at: time.nullable(),
  resolved_at: time.nullable(),
  shortlink: z.url(),
  started_at: time,
  page_id: id,
  incident_updates: z.array(Update),
  components: z.array(Component),
  reminder_intervals: z.null(),
});

export const Incident = IncidentOrMaintenance.extend({
  status: z.enum(INCIDENT_STATUSES),
  impact: z.enum(["none", "minor", "major", "critical"]),
});
export type Incident = z.infer<typeof Incident>;

export const Maintenance = IncidentOrMaintenance.extend({
  status: z.enum(MAINTENANCE_STATUSES),
  impact: z.literal("maintenance"),
  scheduled_for: time,
  scheduled_until: time.nullable(),
});
export type Maintenance = z.infer<typeof Maintenance>;

const page = Page;
const components = z.array(Component);
const incidents = z.array(Incident);
const scheduled_maintenances = z.array(Maintenance);

/** Keys that only Statuspage fills, with neutral values: typed receivers miss no key. */
const STATUSPAGE_ONLY = {
  backfilled: z.literal(false),
  impact_override: z.null(),
  scheduled_for: time.nullable(),
  scheduled_until: time.nullable(),
  scheduled_remind_prior: z.literal(false),
  scheduled_reminded_at: z.null(),
  scheduled_auto_in_progress: z.literal(false),
  scheduled_auto_completed: z.literal(false),
  postmortem_body: z.string().nullable(),
  postmortem_body_last_updated_at: z.null(),
  postmortem_ignored: z.literal(false),
  postmortem_published_at: z.null(),
  postmortem_notified_subscribers: z.literal(false),
  postmortem_notified_twitter: z.literal(false),
};

export const WholeIncident = IncidentOrMaintenance.extend({
  status: z.enum([...INCIDENT_STATUSES, ...MAINTENANCE_STATUSES]),
  impact: z.enum(["none", "minor", "major", "critical", "maintenance"]),
  ...STATUSPAGE_ONLY,
});
export type WholeIncident = z.infer<typeof WholeIncident>;

/** A record with all keys of Statuspage's own. @param postmortem_body in plain text */
export function withAllKeys(
  record: Incident | Maintenance,
  postmortem_body: string | null = null,
): WholeIncident {
  return {
    backfilled: false,
    impact_override: null,
    scheduled_for: null,
    scheduled_until: null,
    scheduled_remind_prior: false,
    scheduled_reminded_at: null,
    scheduled_auto_in_progress: false,
    scheduled_auto_completed: false,
    postmortem_body_last_updated_at: null,
    postmortem_ignored: false,
    postmortem_published_at: null,
    postmortem_notified_subscribers: false,
    postmortem_notified_twitter: false,
    ...record,
    postmortem_body,
  };
}

export const IncidentDocument = z.object({ page, incident: z.union([Maintenance, Incident]) });
export const ComponentDocument = z.object({ page, component: Component });
export const StatusDocument = z.object({ page, status: Status });
export const ComponentsDocument = z.object({ page, components });
export const IncidentsDocument = z.object({ page, incidents });
export const MaintenancesDocument = z.object({ page, scheduled_maintenances });
export const SummaryDocument = z.object({
  page,
  components,
  incidents,
  scheduled_maintenances,
  status: Status,
});

const HistoryMonth = z.object({
  name: z.string(),
  year: z.int(),
  /** The weekday of its first day; Sunday is 0. */
  starts_on: z.int().min(0).max(6),
  days: z.int(),
  incidents: z.array(
    z.object({
      code: id,
      name: z.string(),
      message: z.string(),
      impact: z.string(),
      /** HTML, such as `Aug <var data-var='date'>10</var>, <var …>00:17</var> UTC`. */
      timestamp: z.string(),
    }),
  ),
});
export type HistoryMonth = z.infer<typeof HistoryMonth>;
export const HistoryDocument = z.object({
  months: z.array(HistoryMonth),
  start_time: time,
  end_time: time,
});

const MAX_REMEMBERED = 1_000;
const MILLISECONDS = { smallestUnit: "millisecond", timeZoneName: "never" } as const;

const isUtc = memoized(MAX_REMEMBERED, (zone = ""): boolean => {
  const utc = Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO("UTC");
  return utc.withTimeZone(zone).equals(utc);
});

/**
 * A wire time in Statuspage's format: milliseconds, in the page's zone with its offset; `Z` for
 * UTC.
 */
export function momentIn(zone: string, time: string): string {
  if (isUtc(zone)) return `${time}.000Z`;
  return fromWire(time).toZonedDateTimeISO(zone).toString(MILLISECONDS);
}
