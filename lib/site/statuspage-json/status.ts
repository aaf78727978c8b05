import type { Snapshot } from "#lib/site/snapshot/snapshot.ts";
import type { Component, Status } from "#lib/site/statuspage-json/shapes.ts";

type Indicator = Status["indicator"];

const DESCRIPTION: Record<Indicator, string> = {
  none: "All Systems Operational",
  minor: "Minor Service Outage",
  major: "Partial System Outage",
  critical: "Major Service Outage",
};
const MAINTENANCE = "Service Under Maintenance";

function isEverythingDown(components: readonly Component[]): boolean {
  const leaves = components.filter(({ group }) => !group);
  return leaves.length > 0 && leaves.every(({ status }) => status === "major_outage");
}

/** The page's state in the words that clients compare; they are the same in every language. */
export function pageStatus({ state }: Snapshot, components: readonly Component[]): Status {
  switch (state?.severity) {
    case "major": {
      const indicator = isEverythingDown(components) ? "critical" : "major";
      return { indicator, description: DESCRIPTION[indicator] };
    }
    case "minor":
      return { indicator: "minor", description: DESCRIPTION.minor };
    case "scheduled":
      return { indicator: "none", description: MAINTENANCE };
    default:
      return { indicator: "none", description: DESCRIPTION.none };
  }
}
