import { IncidentUpdateParams, wrapped } from "#lib/api/body.ts";
import { endpoint } from "#lib/api/endpoint.ts";
import { route } from "#lib/api/route.ts";
import { restoreUpdate } from "#lib/incidents/change-update.ts";
import { IncidentUpdate } from "#lib/incidents/schema.ts";

const restore = endpoint(
  {
    operation: "restoreIncidentUpdate",
    summary: "Restore a deleted incident update",
    description:
      "Undoes the deletion of an update within 24 hours: it is restored as it was, with its id, and has its effects again.",
    tag: "Incident updates",
    access: "incident.write",
    params: IncidentUpdateParams,
    response: wrapped("update", IncidentUpdate),
    status: 201,
    extension: true,
  },
  ({ ctx, params }) => restoreUpdate(ctx, params),
);

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS, endpoints } = route({ POST: restore });
