import { IncidentDraftParams, wrapped } from "#lib/api/body.ts";
import { endpoint } from "#lib/api/endpoint.ts";
import { route } from "#lib/api/route.ts";
import { publishDraft } from "#lib/incidents/drafts/publish.ts";
import { Incident } from "#lib/incidents/schema.ts";

const publish = endpoint(
  {
    operation: "publishIncidentDraft",
    summary: "Publish a draft",
    description:
      "Creates the incident or maintenance, as `POST …/incidents` would, and deletes the draft.",
    tag: "Incident drafts",
    access: "incident.write",
    conflicts: true,
    params: IncidentDraftParams,
    response: wrapped("incident", Incident),
    status: 201,
    extension: true,
  },
  ({ ctx, params }) => publishDraft(ctx, params),
);

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS, endpoints } = route({ POST: publish });
