import type { Severity } from "#lib/core/fields/severity.ts";
import type { UpdateType } from "#lib/incidents/schema.ts";
import { type Declared, reopeningsOf } from "#lib/incidents/state.ts";
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

/** An update with the state it led to, and what it did to what is affected. */
export type Step = {
  update: UpdateRow;
  status: Status;
  before: ComponentStatus;
  after: ComponentStatus;
};

type Told = Partial<Record<UpdateType, Status>>;

const INCIDENT: Told = {
  investigating: "investigating",
  issue: "investigating",
  identified: "identified",
  monitoring: "monitoring",
  resolved: "resolved",
};
const MAINTENANCE: Told = {
  scheduled: "scheduled",
  postponed: "scheduled",
  started: "in_progress",
  essential: "in_progress",
  monitoring: "verifying",
  resolved: "completed",
};

type Types = ReadonlyMap<string, Pick<IncidentTypeRow, "base_severity">>;
type Happening = Pick<
  PublicIncident,
  "severity" | "declared" | "starts_at" | "ends_at" | "updates"
>;

const MOVED: Partial<Record<UpdateType, Severity>> = { escalate: "major", deescalate: "minor" };

/** How bad it was before any update moved that. */
function severityAtFirst({ severity, declared, updates }: Happening, types: Types): Severity {
  const { value, after } = (declared as Declared).type;
  if (!updates.some(({ id, type }) => id > after && MOVED[type])) return severity;
  if (value === "major" || value === "minor" || value === "scheduled") return value;
  return types.get(value)?.base_severity ?? severity;
}

/** The states that an incident or maintenance went through with its updates, the newest first. */
export function stepsOf(incident: Happening, types: Types): Step[] {
  const { declared, starts_at, ends_at } = incident;
  const isPlanned = incident.severity === "scheduled";
  const told = isPlanned ? MAINTENANCE : INCIDENT;
  let severity = severityAtFirst(incident, types);
  let status: Status = isPlanned ? "scheduled" : "investigating";
  let component: ComponentStatus = "operational";
  let isResolved = false;
  const reopened = reopeningsOf(declared as Declared, incident.severity, incident.updates);
  const steps = incident.updates.toReversed().map((update): Step => {
    const { id, type, posted_at } = update;
    const hasBegun = !isPlanned || posted_at >= starts_at;
    if (reopened.has(id)) status = "investigating";
    isResolved = type === "resolved" || (isResolved && !reopened.has(id));
    const isOver = isResolved || (ends_at !== null && posted_at > ends_at);
    if (id > (declared as Declared).type.after) severity = MOVED[type] ?? severity;
    if (isPlanned && hasBegun && status === "scheduled") status = "in_progress";
    status = told[type] ?? status;
    const before = component;
    component = hasBegun && !isOver ? statusOf(severity) : "operational";
    return { update, status, before, after: component };
  });
  return steps.reverse();
}
