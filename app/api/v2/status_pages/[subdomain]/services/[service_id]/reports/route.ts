import { z } from "zod";
import { ServiceParams } from "#lib/api/body.ts";
import { endpoint } from "#lib/api/endpoint.ts";
import { route } from "#lib/api/route.ts";
import { listReports } from "#lib/monitoring/reports/receive-report.ts";
import { ServiceReport } from "#lib/monitoring/reports/schema.ts";

const list = endpoint(
  {
    operation: "listServiceReports",
    summary: "List what monitoring tools reported",
    description:
      "The last 20 calls and mails about a service, newest first: what was understood, and why not.",
    tag: "Monitoring",
    access: "page.read",
    params: ServiceParams,
    response: z.object({ reports: z.array(ServiceReport) }),
    extension: true,
  },
  async ({ ctx, params }) => ({ reports: await listReports(ctx, params) }),
);

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS, endpoints } = route({ GET: list });
