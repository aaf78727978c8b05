import { z } from "zod";
import { InfoNotice } from "#lib/incidents/info-notices/schema.ts";
import { Incident, IncidentUpdate } from "#lib/incidents/schema.ts";
import type { WebhookEvent } from "#lib/notifications/webhooks/schema.ts";
import { StatusPage } from "#lib/pages/schema.ts";
import { Service } from "#lib/services/schema.ts";

const titles = z
  .array(z.object({ lang: z.string(), text: z.string() }))
  .meta({ description: "The title in every language it has" });

const incident = z.object({
  type: z.literal("incident"),
  ...Incident.pick({ id: true, starts_at: true, ends_at: true, service_ids: true }).shape,
  l_title: titles,
  ...Incident.pick({ title: true, url: true }).shape,
  incident_type: Incident.shape.type,
  plan: Incident.shape.plan,
  updates: z.array(IncidentUpdate.omit({ service_ids: true })),
});

const notice = z.object({
  type: z.literal("info_notice"),
  ...InfoNotice.pick({ id: true, featured_from: true, featured_until: true }).shape,
  service_ids: InfoNotice.shape.service_ids,
  l_title: titles,
  ...InfoNotice.pick({ title: true, url: true, updates: true }).shape,
});

const service = z.object({
  type: z.literal("service"),
  ...Service.pick({
    id: true,
    name: true,
    parent_id: true,
    display_response_time_chart: true,
    current_incident_type: true,
  }).shape,
});

const page = z.object({
  type: z.literal("status_page"),
  ...StatusPage.pick({ name: true, subdomain: true, domain_config: true }).shape,
});

const state = z.enum(["up", "down"]);

export const PAYLOADS: Record<WebhookEvent, { summary: string; data: z.ZodObject }> = {
  "incident.created": {
    summary: "An incident or a maintenance was created",
    data: z.object({ object: incident }),
  },
  "incident.updated": {
    summary: "An incident or a maintenance has changed, or has a new update",
    data: z.object({ object: incident }),
  },
  "incident.deleted": {
    summary: "An incident or a maintenance was deleted",
    data: z.object({ object: incident }),
  },
  "info_notice.created": {
    summary: "An information notice was created",
    data: z.object({ object: notice }),
  },
  "info_notice.updated": {
    summary: "An information notice has changed, or has a new update",
    data: z.object({ object: notice }),
  },
  "info_notice.deleted": {
    summary: "An information notice was deleted",
    data: z.object({ object: notice }),
  },
  "service.monitored_status.updated": {
    summary: "Monitoring found a service up or down",
    data: z.object({ object: service, monitored_status: state }),
  },
  "status_page.domain.updated": {
    summary: "The custom domain of a page has a new status",
    data: z.object({ object: page }),
  },
};
