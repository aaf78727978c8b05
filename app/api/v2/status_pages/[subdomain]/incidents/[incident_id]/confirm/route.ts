import { IncidentParams, wrapped } from "#lib/api/body.ts";
import { endpoint } from "#lib/api/endpoint.ts";
import { route } from "#lib/api/route.ts";
import { Incident } from "#lib/incidents/schema.ts";
import { confirmIncident } from "#lib/monitoring/automation/manage.ts";

const confirm = endpoint(
  {
    operation: "confirmIncident",
    summary: "Confirm an incident that monitoring opened",
    description:
      "Visitors no longer read that it was detected automatically; monitoring still resolves it. Nobody is notified. Of any other incident it changes nothing.",
    tag: "Incidents",
    access: "incident.write",
    params: IncidentParams,
    response: wrapped("incident", Incident),
    extension: true,
  },
  ({ ctx, params }) => confirmIncident(ctx, params),
);

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS, endpoints } = route({ POST: confirm });
