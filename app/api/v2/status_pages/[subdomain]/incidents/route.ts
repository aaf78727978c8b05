import { z } from "zod";
import { PageParams, wrapped } from "#lib/api/body.ts";
import { endpoint } from "#lib/api/endpoint.ts";
import { PageLinks, Pagination, pageLinks, sliceFrom } from "#lib/api/pagination.ts";
import { route } from "#lib/api/route.ts";
import { READS } from "#lib/core/routes/routes.ts";
import { createIncident } from "#lib/incidents/create.ts";
import { listIncidents } from "#lib/incidents/read.ts";
import { CreateIncident, Incident, IncidentQuery } from "#lib/incidents/schema.ts";

const list = endpoint(
  {
    operation: "listIncidents",
    summary: "List incidents and maintenances",
    description:
      "Newest first by `starts_at`. Without a key: what concerns public services and did not end before `history_limit_days`.",
    tag: "Incidents",
    access: "public",
    shared: READS.incidents,
    params: PageParams,
    query: Pagination.extend(IncidentQuery.shape),
    response: PageLinks.extend({ incidents: z.array(Incident) }),
  },
  async ({ ctx, params, query, request_url }) => {
    const { limit, after, before, ...filter } = query;
    const slice = sliceFrom({ limit, after, before }, request_url);
    const { rows, ...page } = await listIncidents(ctx, params, slice, filter);
    return { incidents: rows, ...pageLinks(request_url, page) };
  },
);

const create = endpoint(
  {
    operation: "createIncident",
    summary: "Create an incident or a maintenance",
    tag: "Incidents",
    access: "incident.write",
    params: PageParams,
    body: wrapped("incident", CreateIncident),
    response: wrapped("incident", Incident),
    status: 201,
  },
  ({ ctx, params, body }) => createIncident(ctx, params, body),
);

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS, endpoints } = route({
  GET: list,
  POST: create,
});
