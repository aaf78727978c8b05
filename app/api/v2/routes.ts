import type { Endpoints } from "#lib/api/route.ts";
import * as incident from "./status_pages/[subdomain]/incidents/[incident_id]/route.ts";
import * as incidentUpdate from "./status_pages/[subdomain]/incidents/[incident_id]/updates/[update_id]/route.ts";
import * as incidentUpdates from "./status_pages/[subdomain]/incidents/[incident_id]/updates/route.ts";
import * as incidents from "./status_pages/[subdomain]/incidents/route.ts";

/** Every path of the API and its operations: the OpenAPI document and the access tests are made from it. */
export const routes: Record<string, Endpoints> = {
  "/status_pages/{subdomain}/incidents": incidents.endpoints,
  "/status_pages/{subdomain}/incidents/{incident_id}": incident.endpoints,
  "/status_pages/{subdomain}/incidents/{incident_id}/updates": incidentUpdates.endpoints,
  "/status_pages/{subdomain}/incidents/{incident_id}/updates/{update_id}": incidentUpdate.endpoints,
};
