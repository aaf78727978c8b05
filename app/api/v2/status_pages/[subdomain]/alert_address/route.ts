import { z } from "zod";
import { PageParams, wrapped } from "#lib/api/body.ts";
import { endpoint } from "#lib/api/endpoint.ts";
import { route } from "#lib/api/route.ts";
import { getAlertAddress, replaceAlertAddress } from "#lib/monitoring/reports/alert-address.ts";
import { AlertAddress } from "#lib/monitoring/reports/schema.ts";
import { ALERT_TOOLS } from "#lib/services/monitoring-tools.ts";

const shared = {
  tag: "Monitoring",
  access: "service.write",
  params: PageParams,
  query: z.object({ tool: z.enum(ALERT_TOOLS).default("alertmanager") }),
  response: wrapped("alert_address", AlertAddress),
  extension: true,
} as const;

const get = endpoint(
  {
    ...shared,
    operation: "getAlertAddress",
    summary: "Get the page's address for alerts of several services",
    description:
      "Where an alert manager sends its alerts, and the last of them that belong to no service of the page.",
  },
  ({ ctx, params, query }) =>
    getAlertAddress(ctx, { ...params, webhook_monitoring_service: query.tool }),
);

const replace = endpoint(
  {
    ...shared,
    operation: "replaceAlertAddress",
    summary: "Replace the page's address for alerts of several services",
    description: "After a leak: the old address stops working at once, for every tool.",
    status: 201,
  },
  ({ ctx, params, query }) =>
    replaceAlertAddress(ctx, { ...params, webhook_monitoring_service: query.tool }),
);

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS, endpoints } = route({
  GET: get,
  POST: replace,
});
