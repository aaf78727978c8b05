import {
  type EventNotice,
  type IncidentObject,
  type NewEvent,
  newEvent,
  titlesOf,
} from "#lib/core/events/event.ts";
import type { Recomputed } from "#lib/incidents/recompute.ts";
import type { Incident } from "#lib/incidents/schema.ts";
import type { UpdateRow } from "#lib/incidents/updates/queries.ts";
import { announcedIn } from "#lib/incidents/updates/serialize.ts";

function objectOf(incident: Incident): IncidentObject {
  const { id, starts_at, ends_at, service_ids, title, url, type: incident_type } = incident;
  // Deliveries show all updates to whoever gets them, and services only to those who may see them.
  const updates = incident.updates.map(({ service_ids: _, ...update }) => update);
  const { plan } = incident;
  return {
    type: "incident",
    id,
    starts_at,
    ends_at,
    service_ids,
    l_title: titlesOf(incident),
    title,
    url,
    incident_type,
    plan,
    updates,
  };
}

type Posted = Pick<UpdateRow, "id" | "notify" | "social_post">;
type Hold = {
  hold_seconds?: number;
  update_id?: number;
  corrects?: boolean;
  posted?: readonly Posted[];
};

function aboutOf({ id: subject_id }: Incident, { posted = [], ...hold }: Hold) {
  return { subject_id, ...hold, ...announcedIn(posted) };
}

export function incidentCreated({ incident }: Recomputed, hold: Hold = {}): NewEvent {
  return newEvent("incident.created", { object: objectOf(incident) }, aboutOf(incident, hold));
}

/**
 * @param hold `update_id`: deleting this update during the hold withdraws the event; `corrects`: an
 *   earlier update was edited or deleted
 */
export function incidentUpdated({ incident }: Recomputed, hold: Hold = {}): NewEvent {
  return newEvent("incident.updated", { object: objectOf(incident) }, aboutOf(incident, hold));
}

export function incidentDeleted(incident: Incident): NewEvent {
  const { id: subject_id } = incident;
  return newEvent("incident.deleted", { object: objectOf(incident) }, { subject_id });
}

export function maintenanceNotice(incident: Incident, notice: EventNotice): NewEvent {
  const data = { object: objectOf(incident), notice };
  return newEvent("incident.maintenance_notice", data, { subject_id: incident.id, notice });
}
