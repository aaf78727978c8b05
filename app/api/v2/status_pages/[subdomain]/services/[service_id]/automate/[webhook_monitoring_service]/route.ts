import { ReportParams } from "#lib/api/body.ts";
import { endpoint } from "#lib/api/endpoint.ts";
import { route } from "#lib/api/route.ts";
import { receiveReport, recordTooLarge } from "#lib/monitoring/reports/receive-report.ts";
import { ReportReceipt } from "#lib/monitoring/reports/schema.ts";

const shape = {
  tag: "Monitoring",
  access: "path",
  conflicts: true,
  extension: true,
  params: ReportParams,
  response: ReportReceipt,
} as const;

const report = endpoint(
  {
    ...shape,
    operation: "reportService",
    summary: "Report whether a service is up",
    description:
      "For monitoring tools, at a service's `incoming_webhook_url`, which has its `inbound_email_id` in place of its id and needs no key. The body is a form or JSON, whatever its `Content-Type` says. What is not understood is answered with 422 and the reason, what is larger than 1 MiB with 413; neither changes anything.",
    upload: { types: ["application/x-www-form-urlencoded", "*/*"], max_bytes: 1_048_576 },
  },
  ({ ctx, params, file, request_url }) =>
    receiveReport(ctx, params, { url: request_url, body: file }),
  ({ ctx, params }) => recordTooLarge(ctx, params),
);

const reportByQuery = endpoint(
  {
    ...shape,
    operation: "reportServiceByQuery",
    summary: "Report whether a service is up, in the query",
    description: "The same for tools that call with GET and say everything in the query.",
  },
  ({ ctx, params, request_url }) =>
    receiveReport(ctx, params, { url: request_url, body: undefined }),
);

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS, endpoints } = route({
  GET: reportByQuery,
  POST: report,
});
