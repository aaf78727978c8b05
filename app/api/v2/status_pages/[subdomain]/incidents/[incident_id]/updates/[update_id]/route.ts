import { IncidentUpdateParams, wrapped } from "#lib/api/body.ts";
import { endpoint } from "#lib/api/endpoint.ts";
import { route } from "#lib/api/route.ts";
import { deleteUpdate, editUpdate } from "#lib/incidents/change-update.ts";
import { EditUpdate, IncidentUpdate } from "#lib/incidents/schema.ts";

const edit = endpoint(
  {
    operation: "updateIncidentUpdate",
    summary: "Edit an incident update",
    tag: "Incident updates",
    access: "incident.write",
    params: IncidentUpdateParams,
    body: wrapped("update", EditUpdate),
    response: wrapped("update", IncidentUpdate),
  },
  ({ ctx, params, body }) => editUpdate(ctx, params, body),
);

const remove = endpoint(
  {
    operation: "deleteIncidentUpdate",
    summary: "Delete an incident update",
    description:
      "Undoes its effects: deleting a `resolved` update reopens the incident. For 24 hours it can be restored.",
    tag: "Incident updates",
    access: "incident.write",
    params: IncidentUpdateParams,
    response: null,
  },
  ({ ctx, params }) => deleteUpdate(ctx, params),
);

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS, endpoints } = route({
  PUT: edit,
  DELETE: remove,
});
