import { IncidentParams, wrapped } from "#lib/api/body.ts";
import { endpoint } from "#lib/api/endpoint.ts";
import { route } from "#lib/api/route.ts";
import { duplicateIncident } from "#lib/incidents/drafts/publish.ts";
import { IncidentDraft } from "#lib/incidents/drafts/schema.ts";

const duplicate = endpoint(
  {
    operation: "duplicateIncident",
    summary: "Copy an incident or a maintenance into a draft",
    description: "What it says and affects, with its first update; without its times.",
    tag: "Incident drafts",
    access: "incident.write",
    params: IncidentParams,
    response: wrapped("incident_draft", IncidentDraft),
    status: 201,
    extension: true,
  },
  ({ ctx, params }) => duplicateIncident(ctx, params),
);

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS, endpoints } = route({ POST: duplicate });
