import { OutageParams, wrapped } from "#lib/api/body.ts";
import { endpoint } from "#lib/api/endpoint.ts";
import { route } from "#lib/api/route.ts";
import { dismissOutage } from "#lib/monitoring/automation/manage.ts";
import { Outage } from "#lib/monitoring/automation/schema.ts";

const dismiss = endpoint(
  {
    operation: "dismissOutage",
    summary: "Dismiss what monitoring found",
    description:
      "Deletes the draft: nothing is published of this outage, however long it lasts. 409 when it is published, dismissed or over already.",
    tag: "Monitoring",
    access: "incident.write",
    conflicts: true,
    params: OutageParams,
    response: wrapped("outage", Outage),
    extension: true,
  },
  ({ ctx, params }) => dismissOutage(ctx, params),
);

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS, endpoints } = route({ POST: dismiss });
