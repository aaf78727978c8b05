import { IncidentParams, wrapped } from "#lib/api/body.ts";
import { endpoint } from "#lib/api/endpoint.ts";
import { route } from "#lib/api/route.ts";
import { READS } from "#lib/core/routes/routes.ts";
import { deleteIncident } from "#lib/incidents/delete.ts";
import { getIncident } from "#lib/incidents/read.ts";
import { Incident, UpdateIncident } from "#lib/incidents/schema.ts";
import { updateIncident } from "#lib/incidents/update.ts";

const read = endpoint(
  {
    operation: "getIncident",
    summary: "Get an incident or a maintenance",
    tag: "Incidents",
    access: "public",
    shared: READS.incident,
    params: IncidentParams,
    response: wrapped("incident", Incident),
  },
  ({ ctx, params }) => getIncident(ctx, params),
);

const update = endpoint(
  {
    operation: "updateIncident",
    summary: "Change an incident or a maintenance",
    description:
      "Changes only the fields you send. An update in `updates` that is known (same `id`, or same text) is edited, another is posted; none is deleted.",
    tag: "Incidents",
    access: "incident.write",
    params: IncidentParams,
    body: wrapped("incident", UpdateIncident),
    response: wrapped("incident", Incident),
  },
  ({ ctx, params, body }) => updateIncident(ctx, params, body),
);

const remove = endpoint(
  {
    operation: "deleteIncident",
    summary: "Delete an incident or a maintenance",
    tag: "Incidents",
    access: "incident.write",
    params: IncidentParams,
    response: null,
  },
  ({ ctx, params }) => deleteIncident(ctx, params),
);

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS, endpoints } = route({
  GET: read,
  PUT: update,
  DELETE: remove,
});
