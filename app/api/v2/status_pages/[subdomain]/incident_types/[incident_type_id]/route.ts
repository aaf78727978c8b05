import { IncidentTypeParams, wrapped } from "#lib/api/body.ts";
import { endpoint } from "#lib/api/endpoint.ts";
import { route } from "#lib/api/route.ts";
import {
  deleteIncidentType,
  getIncidentType,
  updateIncidentType,
} from "#lib/incidents/types/incident-types.ts";
import { IncidentType, UpdateIncidentType } from "#lib/incidents/types/schema.ts";

const read = endpoint(
  {
    operation: "getIncidentType",
    summary: "Get an incident type of the page",
    tag: "Incident types",
    access: "page.read",
    extension: true,
    params: IncidentTypeParams,
    response: wrapped("incident_type", IncidentType),
  },
  ({ ctx, params }) => getIncidentType(ctx, params),
);

const update = endpoint(
  {
    operation: "updateIncidentType",
    summary: "Change an incident type of the page",
    description:
      "Changes only the fields you send. A new `base_severity` is that of all its incidents, and counts for the uptime of the past; in use, it cannot change between `scheduled` and the others.",
    tag: "Incident types",
    access: "incident_type.write",
    extension: true,
    params: IncidentTypeParams,
    body: wrapped("incident_type", UpdateIncidentType),
    response: wrapped("incident_type", IncidentType),
  },
  ({ ctx, params, body }) => updateIncidentType(ctx, params, body),
);

const remove = endpoint(
  {
    operation: "deleteIncidentType",
    summary: "Delete an incident type of the page",
    description: "Only one that no incident has.",
    tag: "Incident types",
    access: "incident_type.write",
    extension: true,
    params: IncidentTypeParams,
    response: null,
  },
  ({ ctx, params }) => deleteIncidentType(ctx, params),
);

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS, endpoints } = route({
  GET: read,
  PUT: update,
  DELETE: remove,
});
