import { z } from "zod";
import { PageParams, wrapped } from "#lib/api/body.ts";
import { endpoint } from "#lib/api/endpoint.ts";
import { PageLinks, Pagination, pageLinks, sliceFrom } from "#lib/api/pagination.ts";
import { route } from "#lib/api/route.ts";
import { createService } from "#lib/services/create.ts";
import { listServices } from "#lib/services/read.ts";
import { CreateService, Service } from "#lib/services/schema.ts";

const parent_id = z
  .string()
  .regex(/^(|null|[1-9]\d{0,15})$/)
  .optional()
  .transform((id) => (id === "null" ? null : Number(id) || undefined))
  .meta({
    description: "Only the children of this service; `null`: only services without a parent",
  });

const list = endpoint(
  {
    operation: "listServices",
    summary: "List services",
    description: "All services of the page, by `order`, then `id`.",
    tag: "Services",
    access: "page.read",
    params: PageParams,
    query: Pagination.extend({ parent_id }),
    response: PageLinks.extend({ services: z.array(Service) }),
  },
  async ({ ctx, params, query, request_url }) => {
    const { rows, ...page } = await listServices(ctx, params, sliceFrom(query, request_url), {
      parent_id: query.parent_id,
    });
    return { services: rows, ...pageLinks(request_url, page) };
  },
);

const create = endpoint(
  {
    operation: "createService",
    summary: "Create a service",
    tag: "Services",
    access: "service.write",
    params: PageParams,
    body: wrapped("service", CreateService),
    response: wrapped("service", Service),
    status: 201,
  },
  ({ ctx, params, body }) => createService(ctx, params, body),
);

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS, endpoints } = route({
  GET: list,
  POST: create,
});
