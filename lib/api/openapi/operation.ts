import type { Endpoint } from "#lib/api/endpoint.ts";

export type Operation = { path: string; method: string; declaration: Endpoint["declaration"] };

/** A path parameter as the document spells it: `incident_id` is `incidentId`. */
export function camel(name: string): string {
  return name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
