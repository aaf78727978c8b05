import { z } from "zod";
import type { Severity } from "#lib/core/fields/severity.ts";
import { impactsAt } from "#lib/incidents/affected.ts";
import type { Snapshot } from "#lib/site/snapshot/snapshot.ts";
import { pageStatus, statusOf } from "#lib/site/statuspage-json/components.ts";
import {
  AffectedComponent,
  Component,
  type ComponentStatus,
  Update,
  WholeIncident,
} from "#lib/site/statuspage-json/shapes.ts";

const meta = z.object({
  /** Null in tests. */
  unsubscribe: z.url().nullable(),
  documentation: z.url(),
  generated_at: z.iso.datetime({ precision: 3 }),
});
const page = z.object({
  id: z.string(),
  status_indicator: z.enum(["none", "minor", "major", "critical", "maintenance"]),
  status_description: z.string(),
});
const update = Update.extend({
  wants_twitter_update: z.literal(false),
  twitter_updated_at: z.null(),
});

/** The bodies that Atlassian Statuspage sends to its webhook subscribers. */
export const IncidentMessage = z.strictObject({
  meta,
  page,
  incident: WholeIncident.extend({ incident_updates: z.array(update) }),
});

const { old_status, new_status } = AffectedComponent.shape;

export const ComponentMessage = z.strictObject({
  meta,
  page,
  component_update: z.object({
    id: z.string(),
    component_id: z.string(),
    component_type: z.literal("Component"),
    old_status,
    new_status,
    created_at: Update.shape.created_at,
  }),
  component: Component.omit({ components: true }),
});

type MessageBody<Message extends z.ZodObject> = Omit<z.infer<Message>, "meta">;

/** Components are those of the snapshot. */
type Shown = { snapshot: Snapshot; components: readonly Component[] };

function pageOfMessage({ snapshot, components }: Shown) {
  const { indicator, description } = pageStatus(snapshot, components);
  return {
    id: String(snapshot.page.id),
    status_indicator: indicator,
    status_description: description,
  };
}

export function incidentBody(
  shown: Shown,
  incident: WholeIncident,
): MessageBody<typeof IncidentMessage> {
  const incident_updates = incident.incident_updates.map((update) => ({
    ...update,
    wants_twitter_update: false as const,
    twitter_updated_at: null,
  }));
  return { page: pageOfMessage(shown), incident: { ...incident, incident_updates } };
}

type Change = { old_status: ComponentStatus; new_status: ComponentStatus };

/** From before the first of these updates to after the last one, by the id of a component. */
export function changesBy(updates: readonly Update[]): Map<string, Change> {
  const changes = new Map<string, Change>();
  for (const { affected_components } of updates)
    for (const { code, old_status, new_status } of affected_components ?? [])
      changes.set(code, { old_status, new_status: changes.get(code)?.new_status ?? new_status });
  return changes;
}

const BADNESS: readonly ComponentStatus[] = [
  "operational",
  "under_maintenance",
  "degraded_performance",
  "partial_outage",
  "major_outage",
];

function worse(one: ComponentStatus, other: ComponentStatus): ComponentStatus {
  return BADNESS.indexOf(one) < BADNESS.indexOf(other) ? other : one;
}

/** How components are without an incident, as far as that is not well. */
function statusesBesides(snapshot: Snapshot, incidentId: string): Map<string, ComponentStatus> {
  const statuses = new Map<string, ComponentStatus>();
  for (const { id, impacts, service_ids, severity } of [
    ...snapshot.incidents,
    ...snapshot.maintenances,
  ]) {
    if (String(id) === incidentId) continue;
    const whole = service_ids.map((service_id) => ({ service_id, severity }));
    const now = impacts.length > 0 ? impactsAt(impacts, snapshot.as_of) : whole;
    for (const by of now) {
      const name = String(by.service_id);
      const status = statusOf(by.severity as Severity);
      statuses.set(name, worse(status, statuses.get(name) ?? "operational"));
    }
  }
  return statuses;
}

/**
 * Components that an incident changes: not those whose state something else decides.
 * @param told its update: an id, and when it was, as the documents say it
 */
export function componentBodies(
  shown: Shown,
  { incident_id, changes }: { incident_id: string; changes: ReadonlyMap<string, Change> },
  told: { id: string; at: string },
): MessageBody<typeof ComponentMessage>[] {
  const page = pageOfMessage(shown);
  const besides = statusesBesides(shown.snapshot, incident_id);
  return shown.components.flatMap(({ components: _, ...component }) => {
    const change = changes.get(component.id);
    if (!change) return [];
    const { new_status } = change;
    const old_status = worse(change.old_status, besides.get(component.id) ?? "operational");
    if (old_status === new_status || component.status !== new_status) return [];
    const component_update = {
      id: `${told.id}-${component.id}`,
      component_id: component.id,
      component_type: "Component" as const,
      old_status,
      new_status,
      created_at: told.at,
    };
    return [{ page, component_update, component }];
  });
}
