import { later } from "#lib/platform/clock.ts";
import { mintIncidents } from "#tests/support/data/incidents.ts";
import {
  type Effect,
  none,
  type Settings,
  status,
  text,
  type World,
} from "#tests/support/effects/effect.ts";
import type { Response } from "#tests/support/http/http.ts";

const MINUTE_MS = 60_000;
const DAY = 24 * 60;
const at = (minutes: number) =>
  new Date(Date.now() + minutes * MINUTE_MS).toISOString().slice(0, "YYYY-MM-DDTHH:MM:SS".length);

const happens = (
  severity: "major" | "scheduled",
  title: string,
  from: number,
  to: number | null,
) => {
  return ({ database, organization, service }: World) =>
    mintIncidents(database, organization.page.id, [
      {
        severity,
        title,
        starts_at: at(from),
        ends_at: to === null ? null : at(to),
        service_ids: [service],
      },
    ]);
};

async function creates(
  { api, organization, service }: World,
  incident: Settings,
): Promise<Response> {
  const whole = { title: "Trouble", type: "minor", service_ids: [service], ...incident };
  return api.post(`/status_pages/${organization.page.subdomain}/incidents`, { incident: whole });
}

const LONG_AGO = at(-60 * DAY).slice(0, "YYYY-MM-DD".length);
const NOTICE = { title: "We move", updates: [{ description: "To a new home" }] };
const TYPE = { key: "partial", name: "Partial outage", base_severity: "minor" };

export const CONTENT: Record<string, Effect> = {
  current_incidents_position: {
    on: async (world) => {
      await happens("major", "It broke", -5, null)(world);
      await happens("scheduled", "We restart", -5, 60)(world);
    },
    set: { current_incidents_position: "below_services" },
    seen: text(/id="services"[\s\S]*id="maintenance"/),
  },
  scheduled_maintenance_days: {
    on: happens("scheduled", "We rebuild", 10 * DAY, 10 * DAY + 60),
    set: { scheduled_maintenance_days: 14 },
    seen: text(/We rebuild/),
  },
  history_limit_days: {
    on: happens("major", "It broke", -60 * DAY, -60 * DAY + 60),
    set: { history_limit_days: 30 },
    seen: status(`/history/${LONG_AGO}`, 404),
  },
  info_notices_enabled: {
    on: ({ api, organization }) =>
      api.post(`/status_pages/${organization.page.subdomain}/info_notices`, {
        info_notice: NOTICE,
      }),
    set: { info_notices_enabled: false },
    seen: none(text(/We move/)),
  },
  custom_incident_types_enabled: {
    on: async ({ api, organization }) =>
      api.post(`/status_pages/${organization.page.subdomain}/incident_types`, {
        incident_type: TYPE,
      }),
    set: { custom_incident_types_enabled: true },
    seen: async (world) => (await creates(world, { type: TYPE.key })).status === 201,
  },
  locked_when_maintenance: {
    on: happens("scheduled", "We rebuild", -5, 60),
    set: { locked_when_maintenance: true },
    seen: async (world) => (await creates(world, {})).status === 422,
  },
  feed_enabled: { set: { feed_enabled: false }, seen: status("/rss", 404) },
  calendar_enabled: { set: { calendar_enabled: false }, seen: status("/calendar.ics", 404) },
  external_calendar_enabled: {
    set: { external_calendar_enabled: true },
    seen: text(
      /href="https:\/\/calendar\.google\.com\/[^"]*cid=webcal[\s\S]*outlook\.live\.com\/[^"]*calendar\.ics/,
    ),
  },
};

/** After so many hours the team is reminded of what goes on. */
const reminds = (name: string, type: string): Effect => ({
  set: { [name]: 2 },
  seen: async ({ api, database, organization: { page }, service }) => {
    const times = { starts_at: at(0), ends_at: type === "scheduled" ? at(DAY) : null };
    const incident = { title: "Slow", type, service_ids: [service], ...times };
    const made = await api.post(`/status_pages/${page.subdomain}/incidents`, { incident });
    const { for_at } = await database
      .selectFrom("incident_timers")
      .select("for_at")
      .where("incident_id", "=", made.json<{ incident: { id: number } }>().incident.id)
      .where("kind", "=", "long_running")
      .executeTakeFirstOrThrow();
    return for_at === later(times.starts_at, 2 * 3_600);
  },
});

export const REMINDERS: Record<string, Effect> = {
  minor_notification_hours: reminds("minor_notification_hours", "minor"),
  major_notification_hours: reminds("major_notification_hours", "major"),
  maintenance_notification_hours: reminds("maintenance_notification_hours", "scheduled"),
};
