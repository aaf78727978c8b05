import { z } from "zod";
import { PageParams, wrapped } from "#lib/api/body.ts";
import { endpoint } from "#lib/api/endpoint.ts";
import { route } from "#lib/api/route.ts";
import { createIncidentType, listIncidentTypes } from "#lib/incidents/types/incident-types.ts";
import { CreateIncidentType, IncidentType } from "#lib/incidents/types/schema.ts";

const list = endpoint(
  {
    operation: "listIncidentTypes",
    summary: "List incident types of the page",
    description:
      "Those that the page has beside `major`, `minor` and `scheduled`, by `order`, then `id`.",
    tag: "Incident types",
    access: "page.read",
    extension: true,
    params: PageParams,
    response: wrapped("incident_types", z.array(IncidentType)),
  },
  ({ ctx, params }) => listIncidentTypes(ctx, params),
);

const create = endpoint(
  {
    operation: "createIncidentType",
    summary: "Create an incident type of the page",
    description:
      "Incidents can have it as their `type` while `custom_incident_types_enabled` is on.",
    tag: "Incident types",
    access: "incident_type.write",
    extension: true,
    params: PageParams,
    body: wrapped("incident_type", CreateIncidentType),
    response: wrapped("incident_type", IncidentType),
    status: 201,
  },
  ({ ctx, params, body }) => createIncidentType(ctx, params, body),
);

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS, endpoints } = route({
  GET: list,
  POST: create,
});
