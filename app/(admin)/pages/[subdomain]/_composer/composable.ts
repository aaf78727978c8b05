import type { Severity } from "#lib/fields/severity.ts";
import type { UpdateType } from "#lib/incidents/schema.ts";
import { phaseAt } from "#lib/incidents/state.ts";

/** An incident as the composer needs it. */
export type Composable = {
  id: number;
  title: string;
  severity: Severity;
  services: string[];
  /** What can be said of it now, the likeliest first. */
  types: UpdateType[];
  may_resolve: boolean;
};

type Known = {
  id: number;
  title: string;
  severity: Severity;
  services: string[];
  starts_at: string;
  ends_at: string | null;
};

function typesNow({ severity, ...times }: Known, now: string): UpdateType[] {
  const phase = phaseAt(now, times);
  if (severity === "scheduled") {
    if (phase === "upcoming") return ["update", "started", "postponed", "resolved"];
    return phase === "open" ? ["update", "monitoring", "resolved"] : ["update"];
  }
  if (phase === "closed") return ["update"];
  return [
    "update",
    "investigating",
    "identified",
    "monitoring",
    severity === "major" ? "deescalate" : "escalate",
    "resolved",
  ];
}

export function composable(incident: Known, now: string): Composable {
  const { id, title, severity, services } = incident;
  const may_resolve = phaseAt(now, incident) === "open";
  return { id, title, severity, services, types: typesNow(incident, now), may_resolve };
}

const RANKS: Record<Severity, number> = { major: 0, minor: 1, scheduled: 2 };

export function worstFirst(a: Composable, b: Composable): number {
  return RANKS[a.severity] - RANKS[b.severity];
}
