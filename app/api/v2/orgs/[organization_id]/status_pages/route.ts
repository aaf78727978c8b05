import { z } from "zod";
import { OrganizationParams, wrapped } from "#lib/api/body.ts";
import { endpoint } from "#lib/api/endpoint.ts";
import { PageLinks, Pagination, pageLinks, sliceFrom } from "#lib/api/pagination.ts";
import { route } from "#lib/api/route.ts";
import { createStatusPage } from "#lib/pages/create.ts";
import { listStatusPages } from "#lib/pages/read.ts";
import { CreateStatusPage, StatusPage } from "#lib/pages/schema.ts";

const list = endpoint(
  {
    operation: "listStatusPages",
    summary: "List the status pages of an organization",
    description: "Those that the key can read.",
    tag: "Status pages",
    access: "page.read",
    params: OrganizationParams,
    query: Pagination,
    response: PageLinks.extend({ status_pages: z.array(StatusPage) }),
  },
  async ({ ctx, params, query, request_url }) => {
    const { rows, ...page } = await listStatusPages(ctx, params, sliceFrom(query, request_url));
    return { status_pages: rows, ...pageLinks(request_url, page) };
  },
);

const create = endpoint(
  {
    operation: "createStatusPage",
    summary: "Create a status page",
    description: "Without a `subdomain` it gets one made from its name.",
    tag: "Status pages",
    access: "status_page.write",
    params: OrganizationParams,
    body: wrapped("status_page", CreateStatusPage),
    response: wrapped("status_page", StatusPage),
    status: 201,
  },
  ({ ctx, params, body }) => createStatusPage(ctx, params, body),
);

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS, endpoints } = route({
  GET: list,
  POST: create,
});
