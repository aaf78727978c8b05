import { z } from "zod";
import { PageParams, wrapped } from "#lib/api/body.ts";
import { endpoint } from "#lib/api/endpoint.ts";
import { PageLinks, Pagination, pageLinks, sliceFrom } from "#lib/api/pagination.ts";
import { route } from "#lib/api/route.ts";
import { createMetric, listMetrics } from "#lib/services/metrics/metrics.ts";
import { CreateMetric, Metric } from "#lib/services/metrics/schema.ts";

const list = endpoint(
  {
    operation: "listMetrics",
    summary: "List metrics",
    description: "All metrics of the page, by `order`, then `id`.",
    tag: "Metrics",
    access: "page.read",
    params: PageParams,
    query: Pagination,
    response: PageLinks.extend({ metrics: z.array(Metric) }),
  },
  async ({ ctx, params, query, request_url }) => {
    const { rows, ...page } = await listMetrics(ctx, params, sliceFrom(query, request_url));
    return { metrics: rows, ...pageLinks(request_url, page) };
  },
);

const create = endpoint(
  {
    operation: "createMetric",
    summary: "Create a metric",
    tag: "Metrics",
    access: "metric.write",
    params: PageParams,
    body: wrapped("metric", CreateMetric),
    response: wrapped("metric", Metric),
    status: 201,
  },
  ({ ctx, params, body }) => createMetric(ctx, params, body),
);

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS, endpoints } = route({
  GET: list,
  POST: create,
});
