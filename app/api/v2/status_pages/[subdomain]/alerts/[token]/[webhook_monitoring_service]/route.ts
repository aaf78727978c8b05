import { z } from "zod";
import { AlertsParams } from "#lib/api/body.ts";
import { endpoint } from "#lib/api/endpoint.ts";
import { route } from "#lib/api/route.ts";
import { receiveAlerts, recordAlertsTooLarge } from "#lib/monitoring/reports/receive-alerts.ts";
import { AlertReceipt } from "#lib/monitoring/reports/schema.ts";

const report = endpoint(
  {
    operation: "reportServiceAlerts",
    summary: "Report alerts of several services",
    description:
      "For an alert manager that watches several services, at the `url` of the page's `alert_address`, which needs no key. An alert counts for the service that its label `service_id` names, else for the one whose name it has; the service is monitored by webhook with the same tool. Alerts of no service are answered with 200 and kept.",
    tag: "Monitoring",
    access: "path",
    conflicts: true,
    extension: true,
    params: AlertsParams,
    upload: { types: ["*/*"], max_bytes: 1_048_576 },
    response: z.object({ alerts: z.array(AlertReceipt) }),
  },
  async ({ ctx, params, file, request_url }) => ({
    alerts: await receiveAlerts(ctx, params, { url: request_url, body: file }),
  }),
  ({ ctx, params }) => recordAlertsTooLarge(ctx, params),
);

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS, endpoints } = route({ POST: report });
