import { IncidentUpdateParams } from "#lib/api/body.ts";
import { endpoint } from "#lib/api/endpoint.ts";
import { route } from "#lib/api/route.ts";
import { withdrawPost } from "#lib/incidents/change-update.ts";
import { Withdrawal } from "#lib/incidents/schema.ts";

const withdraw = endpoint(
  {
    operation: "withdrawIncidentUpdate",
    summary: "Withdraw an update that is still held",
    description:
      "Undoes a post with `hold_seconds`: the update is deleted, and nobody is notified. For a day it can be restored.",
    tag: "Incidents",
    access: "incident.write",
    params: IncidentUpdateParams,
    response: Withdrawal,
    extension: true,
  },
  async ({ ctx, params }) => ({ withdrawn: await withdrawPost(ctx, params) }),
);

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS, endpoints } = route({ POST: withdraw });
