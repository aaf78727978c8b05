import { endpoint } from "#lib/api/endpoint.ts";
import { ReportParams } from "#lib/api/params.ts";
import { route } from "#lib/api/route.ts";
import { Taken } from "#lib/monitoring/reports/schema.ts";
import { takeReport } from "#lib/monitoring/reports/take-report.ts";

const shape = {
  tag: "Monitoring",
  access: "path",
  conflicts: true,
  extension: true,
  params: ReportParams,
  response: Taken,
} as const;

const report = endpoint(
  {
    ...shape,
    operation: "reportService",
    summary: "Report whether a service is up",
    description:
      "For monitoring tools, at a service's `incoming_webhook_url`, which has its `inbound_email_id` in place of its id and needs no key. The body is a form or JSON, whatever its `Content-Type` says. What is not understood is answered with 422 and the reason; it changes nothing.",
    upload: { types: ["application/x-www-form-urlencoded", "*/*"], max_bytes: 65_536 },
  },
  ({ ctx, params, file, request_url }) => takeReport(ctx, params, { url: request_url, body: file }),
);

const reportByQuery = endpoint(
  {
    ...shape,
    operation: "reportServiceByQuery",
    summary: "Report whether a service is up, in the query",
    description: "The same for tools that call with GET and say everything in the query.",
  },
  ({ ctx, params, request_url }) => takeReport(ctx, params, { url: request_url, body: undefined }),
);

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS, endpoints } = route({
  GET: reportByQuery,
  POST: report,
});
