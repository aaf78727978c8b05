import type { Admin } from "#app/(admin)/_open.ts";
import type { Listed } from "#app/(admin)/pages/[subdomain]/incidents/_read.ts";
import { UpdateComposer } from "#app/(admin)/pages/[subdomain]/incidents/_ui/update-form.tsx";
import type { UpdateType } from "#lib/incidents/schema.ts";
import { phaseAt } from "#lib/incidents/state.ts";

/** What can be said of an incident now, the likeliest first. */
function typesNow({ severity, ...times }: Listed, now: string): UpdateType[] {
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

export function Composer({ admin, incident }: { admin: Admin; incident: Listed }) {
  const { now, page } = admin;
  const types = typesNow(incident, now);
  return (
    <UpdateComposer
      target={{ subdomain: page.subdomain, incident_id: incident.id }}
      types={types}
      isMaintenance={incident.severity === "scheduled"}
      mayResolve={phaseAt(now, incident) === "open"}
    />
  );
}
