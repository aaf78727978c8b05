import type { Severity } from "#lib/core/fields/severity.ts";
import { reopeningsOf, SEVERITY_AFTER } from "#lib/incidents/course.ts";
import type { Declared } from "#lib/incidents/declared.ts";
import type { UpdateType } from "#lib/incidents/schema.ts";
import type { IncidentTypeRow } from "#lib/incidents/types/queries.ts";
import type { UpdateRow } from "#lib/incidents/updates/queries.ts";
import type { PublicIncident } from "#lib/site/snapshot/incidents.ts";
import { statusOf } from "#lib/site/statuspage-json/components.ts";
import type {
  ComponentStatus,
  IncidentStatus,
  MaintenanceStatus,
} from "#lib/site/statuspage-json/shapes.ts";

type Status = IncidentStatus | MaintenanceStatus;

export type Step = {
  update: UpdateRow;
  status: Status;
  /** States of services without a course of their own. */
  before: ComponentStatus;
  after: ComponentStatus;
  /** When the update before it was posted. */
  since: string | null;
};

type StatusByUpdate = Partial<Record<UpdateType, Status>>;

const INCIDENT: StatusByUpdate = {
  investigating: "investigating",
  issue: "investigating",
  identified: "identified",
  monitoring: "monitoring",
  resolved: "resolved",
};
const MAINTENANCE: StatusByUpdate = {
  scheduled: "scheduled",
  postponed: "scheduled",
  started: "in_progress",
  essential: "in_progress",
  monitoring: "verifying",
  resolved: "completed",
};

type Types = ReadonlyMap<string, Pick<IncidentTypeRow, "base_severity">>;
type IncidentOrMaintenance = Pick<
  PublicIncident,
  "severity" | "declared" | "starts_at" | "ends_at" | "updates"
>;

function severityAtFirst(
  { severity, declared, updates }: IncidentOrMaintenance,
  types: Types,
): Severity {
  const { value, after } = (declared as Declared).type;
  if (!updates.some(({ id, type }) => id > after && SEVERITY_AFTER[type])) return severity;
  if (value === "major" || value === "minor" || value === "scheduled") return value;
  return types.get(value)?.base_severity ?? severity;
}

export function stepsOf(incident: IncidentOrMaintenance, types: Types): Step[] {
  const { declared, starts_at, ends_at } = incident;
  const isPlanned = incident.severity === "scheduled";
  const statuses = isPlanned ? MAINTENANCE : INCIDENT;
  let severity = severityAtFirst(incident, types);
  let status: Status = isPlanned ? "scheduled" : "investigating";
  let component: ComponentStatus = "operational";
  let isResolved = false;
  const reopened = reopeningsOf(declared as Declared, incident.severity, incident.updates);
  let since: string | null = null;
  const steps = incident.updates.toReversed().map((update): Step => {
    const { id, type, posted_at } = update;
    const hasBegun = !isPlanned || posted_at >= starts_at;
    if (reopened.has(id)) status = "investigating";
    isResolved = type === "resolved" || (isResolved && !reopened.has(id));
    const isOver = isResolved || (ends_at !== null && posted_at > ends_at);
    if (id > (declared as Declared).type.after) severity = SEVERITY_AFTER[type] ?? severity;
    if (isPlanned && hasBegun && status === "scheduled") status = "in_progress";
    status = statuses[type] ?? status;
    const [before, earlier] = [component, since];
    since = posted_at;
    component = hasBegun && !isOver ? statusOf(severity) : "operational";
    return { update, status, before, after: component, since: earlier };
  });
  return steps.reverse();
}
