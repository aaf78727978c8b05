import { z } from "zod";
import { PageParams, wrapped } from "#lib/api/body.ts";
import { endpoint } from "#lib/api/endpoint.ts";
import { PageLinks, Pagination, pageLinks, sliceFrom } from "#lib/api/pagination.ts";
import { route } from "#lib/api/route.ts";
import { createDraft, listDrafts } from "#lib/incidents/drafts/drafts.ts";
import { DraftFields, IncidentDraft } from "#lib/incidents/drafts/schema.ts";

const list = endpoint(
  {
    operation: "listIncidentDrafts",
    summary: "List drafts of incidents and maintenances",
    tag: "Incident drafts",
    access: "page.read",
    params: PageParams,
    query: Pagination,
    response: PageLinks.extend({ incident_drafts: z.array(IncidentDraft) }),
    extension: true,
  },
  async ({ ctx, params, query, request_url }) => {
    const { rows, ...page } = await listDrafts(ctx, params, sliceFrom(query, request_url));
    return { incident_drafts: rows, ...pageLinks(request_url, page) };
  },
);

const create = endpoint(
  {
    operation: "createIncidentDraft",
    summary: "Keep a draft of an incident or a maintenance",
    description: "No field is required. Visitors do not see drafts, and nobody is notified.",
    tag: "Incident drafts",
    access: "incident.write",
    params: PageParams,
    body: wrapped("incident_draft", DraftFields),
    response: wrapped("incident_draft", IncidentDraft),
    status: 201,
    extension: true,
  },
  ({ ctx, params, body }) => createDraft(ctx, params, body),
);

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS, endpoints } = route({
  GET: list,
  POST: create,
});
