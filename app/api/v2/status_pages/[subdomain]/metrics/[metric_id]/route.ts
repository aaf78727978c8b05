import { MetricParams, wrapped } from "#lib/api/body.ts";
import { endpoint } from "#lib/api/endpoint.ts";
import { route } from "#lib/api/route.ts";
import { deleteMetric, getMetric, updateMetric } from "#lib/services/metrics/metrics.ts";
import { Metric, UpdateMetric } from "#lib/services/metrics/schema.ts";

const read = endpoint(
  {
    operation: "getMetric",
    summary: "Get a metric",
    tag: "Metrics",
    access: "page.read",
    params: MetricParams,
    response: wrapped("metric", Metric),
  },
  ({ ctx, params }) => getMetric(ctx, params),
);

const update = endpoint(
  {
    operation: "updateMetric",
    summary: "Change a metric",
    description: "Changes only the fields you send.",
    tag: "Metrics",
    access: "metric.write",
    params: MetricParams,
    body: wrapped("metric", UpdateMetric),
    response: wrapped("metric", Metric),
  },
  ({ ctx, params, body }) => updateMetric(ctx, params, body),
);

const remove = endpoint(
  {
    operation: "deleteMetric",
    summary: "Delete a metric",
    description: "Its entries are deleted with it.",
    tag: "Metrics",
    access: "metric.write",
    params: MetricParams,
    response: null,
  },
  ({ ctx, params }) => deleteMetric(ctx, params),
);

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS, endpoints } = route({
  GET: read,
  PUT: update,
  DELETE: remove,
});
