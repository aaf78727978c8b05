import { bySeverity, type Severity } from "#lib/core/fields/severity.ts";
import type { Plan, UpdateType } from "#lib/incidents/schema.ts";
import { isOver, type Phase, phaseAt } from "#lib/incidents/state.ts";
import type { Audience } from "#lib/notifications/audience/schema.ts";

/** An incident's newest update. */
export type Newest = {
  id: number;
  by: string | null;
  /** The user who composes posted it. */
  is_own: boolean;
  /** Nobody posted it: monitoring did. */
  is_automatic: boolean;
  posted_at: string;
  description: string;
};

/** An incident as the composer needs it. */
export type Composable = {
  id: number;
  title: string;
  severity: Severity;
  starts_at: string;
  plan: Plan | null;
  services: string[];
  service_ids: number[];
  /** The likeliest first. */
  types: UpdateType[];
  may_resolve: boolean;
  is_over: boolean;
  /** When it was read. */
  as_of: string;
  newest: Newest | null;
  /** How many people an update would reach, by channel, and how long that takes. */
  audience: Audience;
};

type Known = Pick<
  Composable,
  "id" | "title" | "severity" | "starts_at" | "plan" | "services" | "service_ids"
> & { ends_at: string | null };

const MAINTENANCE_TYPES: Record<Phase, UpdateType[]> = {
  upcoming: ["update", "started", "postponed", "resolved"],
  open: ["update", "monitoring", "resolved"],
  postponed: ["update", "resolved"],
  called_off: ["update"],
  closed: ["update"],
};

function typesNow({ severity, ...times }: Known, now: string): UpdateType[] {
  const phase = phaseAt(now, times);
  if (severity === "scheduled") return MAINTENANCE_TYPES[phase];
  const types: UpdateType[] = [
    "update",
    "investigating",
    "identified",
    "monitoring",
    severity === "major" ? "deescalate" : "escalate",
  ];
  return phase === "closed" ? ["update", "investigating"] : [...types, "resolved"];
}

export function composable(
  incident: Known,
  more: Pick<Composable, "newest" | "audience">,
  now: string,
): Composable {
  const { id, title, severity, starts_at, plan, services, service_ids } = incident;
  return {
    ...{ id, title, severity, starts_at, plan, services, service_ids, ...more },
    types: typesNow(incident, now),
    may_resolve: phaseAt(now, incident) === "open",
    is_over: isOver(incident, now),
    as_of: now,
  };
}

export function worstFirst(
  a: Pick<Composable, "severity">,
  b: Pick<Composable, "severity">,
): number {
  return bySeverity(a.severity, b.severity);
}
