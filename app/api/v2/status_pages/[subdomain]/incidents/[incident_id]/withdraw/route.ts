import { IncidentParams } from "#lib/api/body.ts";
import { endpoint } from "#lib/api/endpoint.ts";
import { route } from "#lib/api/route.ts";
import { withdrawIncident } from "#lib/incidents/delete.ts";
import { Withdrawal } from "#lib/incidents/schema.ts";

const withdraw = endpoint(
  {
    operation: "withdrawIncident",
    summary: "Withdraw an incident that is still held",
    description:
      "Undoes creating it with `hold_seconds`: the incident is deleted, and nobody is notified.",
    tag: "Incidents",
    access: "incident.write",
    params: IncidentParams,
    response: Withdrawal,
    extension: true,
  },
  async ({ ctx, params }) => ({ withdrawn: await withdrawIncident(ctx, params) }),
);

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS, endpoints } = route({ POST: withdraw });
