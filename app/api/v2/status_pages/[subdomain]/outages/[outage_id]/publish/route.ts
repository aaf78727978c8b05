import { OutageParams, wrapped } from "#lib/api/body.ts";
import { endpoint } from "#lib/api/endpoint.ts";
import { route } from "#lib/api/route.ts";
import { Incident } from "#lib/incidents/schema.ts";
import { publishOutage } from "#lib/monitoring/automation/manage.ts";

const publish = endpoint(
  {
    operation: "publishOutage",
    summary: "Publish what monitoring found",
    description:
      "Publishes at once what waits. The incident counts as confirmed, and monitoring resolves it when its services are up again. 409 when it is published, dismissed or over already.",
    tag: "Monitoring",
    access: "incident.write",
    conflicts: true,
    params: OutageParams,
    response: wrapped("incident", Incident),
    status: 201,
    extension: true,
  },
  ({ ctx, params }) => publishOutage(ctx, params),
);

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS, endpoints } = route({ POST: publish });
