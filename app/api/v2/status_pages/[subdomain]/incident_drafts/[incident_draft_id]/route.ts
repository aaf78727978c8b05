import { IncidentDraftParams, wrapped } from "#lib/api/body.ts";
import { endpoint } from "#lib/api/endpoint.ts";
import { route } from "#lib/api/route.ts";
import { deleteDraft, getDraft, updateDraft } from "#lib/incidents/drafts/drafts.ts";
import { DraftFields, IncidentDraft } from "#lib/incidents/drafts/schema.ts";

const read = endpoint(
  {
    operation: "getIncidentDraft",
    summary: "Get a draft",
    tag: "Incident drafts",
    access: "page.read",
    params: IncidentDraftParams,
    response: wrapped("incident_draft", IncidentDraft),
    extension: true,
  },
  ({ ctx, params }) => getDraft(ctx, params),
);

const update = endpoint(
  {
    operation: "updateIncidentDraft",
    summary: "Change a draft",
    description: "Changes only the fields you send; `updates` are replaced as a whole.",
    tag: "Incident drafts",
    access: "incident.write",
    params: IncidentDraftParams,
    body: wrapped("incident_draft", DraftFields),
    response: wrapped("incident_draft", IncidentDraft),
    extension: true,
  },
  ({ ctx, params, body }) => updateDraft(ctx, params, body),
);

const remove = endpoint(
  {
    operation: "deleteIncidentDraft",
    summary: "Delete a draft",
    tag: "Incident drafts",
    access: "incident.write",
    params: IncidentDraftParams,
    response: null,
    extension: true,
  },
  ({ ctx, params }) => deleteDraft(ctx, params),
);

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS, endpoints } = route({
  GET: read,
  PUT: update,
  DELETE: remove,
});
