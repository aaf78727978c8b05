import { IncidentTemplateParams, wrapped } from "#lib/api/body.ts";
import { endpoint } from "#lib/api/endpoint.ts";
import { route } from "#lib/api/route.ts";
import { IncidentTemplate, UpdateIncidentTemplate } from "#lib/incidents/templates/schema.ts";
import {
  deleteIncidentTemplate,
  getIncidentTemplate,
  updateIncidentTemplate,
} from "#lib/incidents/templates/templates.ts";

const read = endpoint(
  {
    operation: "getIncidentTemplate",
    summary: "Get an incident template",
    tag: "Incident templates",
    access: "page.read",
    params: IncidentTemplateParams,
    response: wrapped("incident_template", IncidentTemplate),
  },
  ({ ctx, params }) => getIncidentTemplate(ctx, params),
);

const update = endpoint(
  {
    operation: "updateIncidentTemplate",
    summary: "Change an incident template",
    description: "Changes only the fields you send.",
    tag: "Incident templates",
    access: "incident.write",
    params: IncidentTemplateParams,
    body: wrapped("incident_template", UpdateIncidentTemplate),
    response: wrapped("incident_template", IncidentTemplate),
  },
  ({ ctx, params, body }) => updateIncidentTemplate(ctx, params, body),
);

const remove = endpoint(
  {
    operation: "deleteIncidentTemplate",
    summary: "Delete an incident template",
    tag: "Incident templates",
    access: "incident.write",
    params: IncidentTemplateParams,
    response: null,
  },
  ({ ctx, params }) => deleteIncidentTemplate(ctx, params),
);

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS, endpoints } = route({
  GET: read,
  PUT: update,
  DELETE: remove,
});
