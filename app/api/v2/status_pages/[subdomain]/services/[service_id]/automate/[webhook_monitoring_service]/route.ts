import { endpoint } from "#lib/api/endpoint.ts";
import { ReportParams } from "#lib/api/params.ts";
import { route } from "#lib/api/route.ts";
import { takeReport } from "#lib/services/take-report.ts";

const report = endpoint(
  {
    operation: "reportService",
    summary: "Report whether a service is up",
    description:
      "For monitoring services, at a service's `incoming_webhook_url`, which has its `inbound_email_id` in place of its id.",
    tag: "Services",
    access: "public",
    extension: true,
    params: ReportParams,
    response: null,
  },
  ({ ctx, params }) => takeReport(ctx, params),
);

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS, endpoints } = route({ POST: report });
