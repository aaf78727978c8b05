import { z } from "zod";
import { PageParams, wrapped } from "#lib/api/body.ts";
import { endpoint } from "#lib/api/endpoint.ts";
import { route } from "#lib/api/route.ts";
import { CreateIncidentTemplate, IncidentTemplate } from "#lib/incidents/templates/schema.ts";
import {
  createIncidentTemplate,
  listIncidentTemplates,
} from "#lib/incidents/templates/templates.ts";

const list = endpoint(
  {
    operation: "listIncidentTemplates",
    summary: "List incident templates",
    description: "All of the page, oldest first.",
    tag: "Incident templates",
    access: "page.read",
    params: PageParams,
    response: wrapped("incident_templates", z.array(IncidentTemplate)),
  },
  ({ ctx, params }) => listIncidentTemplates(ctx, params),
);

const create = endpoint(
  {
    operation: "createIncidentTemplate",
    summary: "Create an incident template",
    tag: "Incident templates",
    access: "incident.write",
    params: PageParams,
    body: wrapped("incident_template", CreateIncidentTemplate),
    response: wrapped("incident_template", IncidentTemplate),
    status: 201,
  },
  ({ ctx, params, body }) => createIncidentTemplate(ctx, params, body),
);

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS, endpoints } = route({
  GET: list,
  POST: create,
});
