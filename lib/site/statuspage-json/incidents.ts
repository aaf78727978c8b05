import { incidentUrl } from "#lib/core/addresses/url.ts";
import type { Severity } from "#lib/core/fields/severity.ts";
import { everAffected, impactsAt, worstImpact } from "#lib/incidents/affected.ts";
import type { Declared } from "#lib/incidents/declared.ts";
import type { ImpactRow } from "#lib/incidents/impacts.queries.ts";
import { phaseAt } from "#lib/incidents/state.ts";
import { latestOf } from "#lib/platform/clock.ts";
import type { DeletedService } from "#lib/services/past-services.queries.ts";
import { Budget, byPlace, bytesOf, type Slot } from "#lib/site/json/budget.ts";
import type { PublicIncident } from "#lib/site/snapshot/incidents.ts";
import type { Snapshot } from "#lib/site/snapshot/snapshot.ts";
import { statusOf, wholeNames } from "#lib/site/statuspage-json/components.ts";
import {
  type AffectedComponent,
  type Component,
  type ComponentStatus,
  type Incident,
  type Maintenance,
  momentIn,
  type Update,
} from "#lib/site/statuspage-json/shapes.ts";
import { stateUpdate } from "#lib/site/statuspage-json/state-update.ts";
import { type Step, stepsOf } from "#lib/site/statuspage-json/steps.ts";

export type DocumentContext = {
  snapshot: Pick<Snapshot, "page" | "as_of" | "types">;
  components: readonly Component[];
};

type Draft<Record extends Incident | Maintenance> = {
  record: Record;
  /** Stands in for updates that are missing or do not fit. */
  state: Update;
  steps: Step[];
  deleted: readonly DeletedService[];
  /** By the id of a component. */
  impacts: ReadonlyMap<string, ImpactRow[]>;
};

// Affected components take a third at most.
const SHARE_OF_COMPONENTS = 1 / 3;
const MAX_AFFECTED = 100;

const IMPACT: Record<Severity, Incident["impact"]> = {
  major: "major",
  minor: "minor",
  scheduled: "none",
};

export function impactOf({
  impacts,
  severity,
}: PublicIncident): Incident["impact"] | "maintenance" {
  if (severity === "scheduled") return "maintenance";
  return IMPACT[(worstImpact(impacts)?.severity as Severity | undefined) ?? severity];
}

function momentsOf(
  incident: PublicIncident,
  steps: readonly Step[],
  { snapshot }: DocumentContext,
) {
  const { starts_at, ends_at, inserted_at, updated_at, updates } = incident;
  const at = (time: string) => momentIn(snapshot.page.time_zone, time);
  const isOver = phaseAt(snapshot.as_of, incident) === "closed";
  const watched = steps.find(({ update }) => update.type === "monitoring");
  return {
    created_at: at(inserted_at),
    updated_at: at(latestOf(updated_at, ...updates.map((update) => update.updated_at))),
    monitoring_at: watched ? at(watched.update.posted_at) : null,
    resolved_at: isOver && ends_at !== null ? at(ends_at) : null,
    started_at: at(starts_at),
  };
}

function commonOf(incident: PublicIncident, steps: readonly Step[], context: DocumentContext) {
  const { page } = context.snapshot;
  return {
    id: String(incident.id),
    name: incident.title,
    ...momentsOf(incident, steps, context),
    shortlink: incidentUrl(page, incident.id),
    page_id: String(page.id),
    incident_updates: [],
    components: [],
    reminder_intervals: null,
  };
}

/** The status after the newest update; an incident stays open until its end. */
function incidentStatus(incident: PublicIncident, steps: readonly Step[], now: string) {
  if (phaseAt(now, incident) === "closed") return "resolved";
  const last = steps.find(({ status }) => status !== "resolved")?.status;
  return last === "identified" || last === "monitoring" ? last : "investigating";
}

function maintenanceStatus(incident: PublicIncident, steps: readonly Step[], now: string) {
  const phase = phaseAt(now, incident);
  if (phase === "closed") return "completed";
  if (phase === "upcoming") return "scheduled";
  return steps[0]?.status === "verifying" ? "verifying" : "in_progress";
}

function byComponent(impacts: readonly ImpactRow[]): Draft<Incident>["impacts"] {
  return Map.groupBy(impacts, ({ service_id }) => String(service_id));
}

function draftOfIncident(incident: PublicIncident, context: DocumentContext): Draft<Incident> {
  const steps = stepsOf(incident, context.snapshot.types);
  const status = incidentStatus(incident, steps, context.snapshot.as_of);
  const { impacts, severity, deleted_services: deleted } = incident;
  const impact = IMPACT[(worstImpact(impacts)?.severity as Severity | undefined) ?? severity];
  const record: Incident = { ...commonOf(incident, steps, context), status, impact };
  const state = stateUpdate(record, incident, context.snapshot.page.time_zone);
  return { record, state, steps, deleted, impacts: byComponent(impacts) };
}

function draftOfMaintenance(
  incident: PublicIncident,
  context: DocumentContext,
): Draft<Maintenance> {
  const { page, types, as_of } = context.snapshot;
  const steps = stepsOf(incident, types);
  const { starts_at, ends_at } = incident.declared as Declared;
  const record: Maintenance = {
    ...commonOf(incident, steps, context),
    status: maintenanceStatus(incident, steps, as_of),
    impact: "maintenance",
    scheduled_for: momentIn(page.time_zone, starts_at.value),
    scheduled_until: ends_at.value && momentIn(page.time_zone, ends_at.value),
  };
  const state = stateUpdate(record, incident, page.time_zone);
  return { record, state, steps, deleted: incident.deleted_services, impacts: new Map() };
}

function addComponents(
  draft: Draft<Incident | Maintenance>,
  incident: PublicIncident,
  by_id: ReadonlyMap<string, Component>,
  bytes: number,
): void {
  const budget = new Budget(bytes);
  for (const id of everAffected(incident)) {
    const component = by_id.get(String(id));
    if (component && !budget.take(bytesOf(component))) return;
    if (component) draft.record.components.push(component);
  }
}

type Names = ReadonlyMap<string, string>;

function statusAt(impacts: readonly ImpactRow[], at: string | null): ComponentStatus {
  const [impact] = at === null ? [] : impactsAt(impacts, at);
  return statusOf(impact?.severity as Severity | undefined);
}

/** Before and after an update; a deleted service has no course any more. */
function changeOf({ before, after, since, update }: Step, impacts: readonly ImpactRow[] | null) {
  if (impacts === null) return { old_status: before, new_status: after };
  return {
    old_status: statusAt(impacts, since),
    new_status: statusAt(impacts, update.posted_at),
  };
}

function affectedBy(step: Step, draft: Draft<Incident | Maintenance>, names: Names) {
  const { record, deleted, impacts } = draft;
  const hasCourse = impacts.size > 0;
  const affected = [
    ...record.components.map(({ id, name }): AffectedComponent => {
      const change = changeOf(step, hasCourse ? (impacts.get(id) ?? []) : null);
      return { code: id, name: names.get(id) ?? name, ...change };
    }),
    ...deleted.map(({ id, name }) => ({ code: String(id), name, ...changeOf(step, null) })),
  ];
  return affected.length === 0 ? null : affected.slice(0, MAX_AFFECTED);
}

function updateOf(
  { draft, place }: Slot<Draft<Incident | Maintenance>>,
  names: Names,
  zone: string,
): Update | null {
  const { steps, record } = draft;
  const step = steps[place];
  if (!step) return null;
  const { id, description, inserted_at, updated_at, posted_at, notify } = step.update;
  return {
    id: String(id),
    status: step.status,
    body: description,
    incident_id: record.id,
    created_at: momentIn(zone, inserted_at),
    updated_at: momentIn(zone, updated_at),
    display_at: momentIn(zone, posted_at),
    affected_components: affectedBy(step, draft, names),
    deliver_notifications: notify,
    custom_tweet: null,
    tweet_id: null,
  };
}

/** The records that fit, most important first, with their newest updates that fit. */
function fitted<Record extends Incident | Maintenance>(
  incidents: readonly PublicIncident[],
  draftOf: (incident: PublicIncident, context: DocumentContext) => Draft<Record>,
  context: DocumentContext,
  bytes: number,
): Record[] {
  const by_id = new Map(context.components.map((component) => [component.id, component]));
  const names = wholeNames(context.components);
  const budget = new Budget(bytes);
  const drafts: Draft<Record>[] = [];
  const each = (bytes * SHARE_OF_COMPONENTS) / Math.max(1, incidents.length);
  for (const incident of incidents) {
    const draft = draftOf(incident, context);
    addComponents(draft, incident, by_id, each);
    if (!budget.take(bytesOf(draft.record) + bytesOf(draft.state))) break;
    drafts.push(draft);
  }
  for (const slot of byPlace(drafts, ({ steps }) => steps.length)) {
    const { incident_updates } = slot.draft.record;
    // Skips updates older than one that did not fit.
    if (incident_updates.length < slot.place) continue;
    const update = updateOf(slot, names, context.snapshot.page.time_zone);
    if (update && budget.take(bytesOf(update))) incident_updates.push(update);
  }
  for (const { record, state } of drafts)
    if (record.incident_updates.length === 0) record.incident_updates.push(state);
  return drafts.map(({ record }) => record);
}

/** @param bytes the budget of all of them */
export function incidentsOf(
  incidents: readonly PublicIncident[],
  context: DocumentContext,
  bytes: number,
): Incident[] {
  return fitted(incidents, draftOfIncident, context, bytes);
}

/** @param bytes the budget of all of them */
export function maintenancesOf(
  incidents: readonly PublicIncident[],
  context: DocumentContext,
  bytes: number,
): Maintenance[] {
  return fitted(incidents, draftOfMaintenance, context, bytes);
}
