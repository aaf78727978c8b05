import { z } from "zod";
import { ServiceParams } from "#lib/api/body.ts";
import { endpoint } from "#lib/api/endpoint.ts";
import { route } from "#lib/api/route.ts";
import { listOpenAlerts } from "#lib/monitoring/alerts/open-alerts.ts";
import { OpenAlert } from "#lib/monitoring/alerts/schema.ts";

const list = endpoint(
  {
    operation: "listOpenAlerts",
    summary: "List the open alerts of a service",
    description: "The open alerts that keep the service down, oldest first, at most 100.",
    tag: "Monitoring",
    access: "page.read",
    params: ServiceParams,
    response: z.object({ alerts: z.array(OpenAlert) }),
    extension: true,
  },
  async ({ ctx, params }) => ({ alerts: await listOpenAlerts(ctx, params) }),
);

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS, endpoints } = route({ GET: list });
