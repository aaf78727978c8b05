import { z } from "zod";
import { OrganizationParams } from "#lib/api/body.ts";
import { endpoint } from "#lib/api/endpoint.ts";
import { PageLinks, Pagination, pageLinks, sliceFrom, word } from "#lib/api/pagination.ts";
import { route } from "#lib/api/route.ts";
import { listAuditLog } from "#lib/core/audit/read.ts";
import { AuditRow } from "#lib/core/audit/schema.ts";
import { requiredDatetime } from "#lib/core/fields/time.ts";

const Filter = z.object({
  action: word().meta({ description: "`incident.create`" }),
  actor: word().meta({ description: "`user:7`, `api_key:3` or `system`" }),
  subject: word().meta({ description: "One record, `incident:42`, or all of a kind, `incident`" }),
  status_page: word().meta({ description: "Subdomain of the page concerned" }),
  from: requiredDatetime().meta({ description: "Not before this time, UTC" }),
  until: requiredDatetime().meta({ description: "Before this time, UTC" }),
});

const list = endpoint(
  {
    operation: "listAuditLog",
    summary: "Read the audit log",
    description:
      "Who did what in the organization, newest first, without the pages on which the caller has another role of their own.",
    tag: "Audit log",
    access: "organization.read",
    extension: true,
    params: OrganizationParams,
    query: Pagination.extend(Filter.shape),
    response: PageLinks.extend({ audit_log: z.array(AuditRow) }),
  },
  async ({ ctx, params, query, request_url }) => {
    const { rows, ...page } = await listAuditLog(
      ctx,
      params,
      sliceFrom(query, request_url),
      Filter.parse(query),
    );
    return { audit_log: rows, ...pageLinks(request_url, page) };
  },
);

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS, endpoints } = route({ GET: list });
