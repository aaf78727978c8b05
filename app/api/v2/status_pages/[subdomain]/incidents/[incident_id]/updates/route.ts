import { IncidentParams, wrapped } from "#lib/api/body.ts";
import { endpoint } from "#lib/api/endpoint.ts";
import { route } from "#lib/api/route.ts";
import { postUpdate } from "#lib/incidents/post-update.ts";
import { IncidentUpdate, PostUpdate } from "#lib/incidents/schema.ts";

const post = endpoint(
  {
    operation: "createIncidentUpdate",
    summary: "Post an incident update",
    description:
      "`resolved` ends the incident, `escalate` and `deescalate` change its type, `started` begins a maintenance. Once an incident is over, `investigating`, `issue`, `identified`, `monitoring`, `escalate` and `deescalate` open it again; `update` does not.",
    tag: "Incident updates",
    access: "incident.write",
    params: IncidentParams,
    body: wrapped("update", PostUpdate),
    response: wrapped("update", IncidentUpdate),
    status: 201,
  },
  ({ ctx, params, body }) => postUpdate(ctx, params, body),
);

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS, endpoints } = route({ POST: post });
