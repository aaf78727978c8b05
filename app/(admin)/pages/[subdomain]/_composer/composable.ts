import type { Severity } from "#lib/core/fields/severity.ts";
import type { UpdateType } from "#lib/incidents/schema.ts";
import { phaseAt } from "#lib/incidents/state.ts";
import type { Audience } from "#lib/notifications/audience/schema.ts";

/** What was said last of an incident. */
export type Newest = {
  id: number;
  by: string | null;
  /** Whoever composes posted it. */
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
  services: string[];
  service_ids: number[];
  /** What can be said of it now, the likeliest first. */
  types: UpdateType[];
  may_resolve: boolean;
  is_over: boolean;
  newest: Newest | null;
  /** How many people an update would reach, by channel, and how long that takes. */
  audience: Audience;
};

type Known = Pick<Composable, "id" | "title" | "severity" | "services" | "service_ids"> & {
  starts_at: string;
  ends_at: string | null;
};

function typesNow({ severity, ...times }: Known, now: string): UpdateType[] {
  const phase = phaseAt(now, times);
  if (severity === "scheduled") {
    if (phase === "upcoming") return ["update", "started", "postponed", "resolved"];
    return phase === "open" ? ["update", "monitoring", "resolved"] : ["update"];
  }
  const types: UpdateType[] = [
    "update",
    "investigating",
    "identified",
    "monitoring",
    severity === "major" ? "deescalate" : "escalate",
  ];
  return phase === "closed" ? types : [...types, "resolved"];
}

export function composable(
  incident: Known,
  more: Pick<Composable, "newest" | "audience">,
  now: string,
): Composable {
  const { id, title, severity, services, service_ids } = incident;
  const phase = phaseAt(now, incident);
  return {
    ...{ id, title, severity, services, service_ids, ...more },
    types: typesNow(incident, now),
    may_resolve: phase === "open",
    is_over: phase === "closed",
  };
}

const RANKS: Record<Severity, number> = { major: 0, minor: 1, scheduled: 2 };

export function worstFirst(
  a: Pick<Composable, "severity">,
  b: Pick<Composable, "severity">,
): number {
  return RANKS[a.severity] - RANKS[b.severity];
}
