import type { PublicIncident } from "#lib/site/snapshot/incidents.ts";

/** Incidents in the order in which they matter to who comes because of one. */
export function outagesFirst(incidents: readonly PublicIncident[]): PublicIncident[] {
  const { outages = [], others = [] } = Object.groupBy(incidents, ({ severity }) =>
    severity === "major" ? "outages" : "others",
  );
  return [...outages, ...others];
}
