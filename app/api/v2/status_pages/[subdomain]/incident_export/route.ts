import { PageParams } from "#lib/api/body.ts";
import { Download } from "#lib/api/download.ts";
import { endpoint } from "#lib/api/endpoint.ts";
import { JSON_TYPE } from "#lib/api/errors.ts";
import { route } from "#lib/api/route.ts";
import { ExportQuery, exportIncidents } from "#lib/incidents/export.ts";
import { wireNow } from "#lib/platform/clock.ts";

const TYPES = { csv: "text/csv; charset=utf-8", json: JSON_TYPE };

const read = endpoint(
  {
    operation: "exportIncidents",
    summary: "Export incidents and maintenances",
    description:
      "All that match, newest first, as one file: JSON as the list has them, or CSV with a line for each.",
    tag: "Incidents",
    access: "page.read",
    params: PageParams,
    query: ExportQuery,
    response: null,
    downloads: ["application/json", "text/csv"],
    extension: true,
  },
  ({ ctx, params, query: { format = "json", ...filter } }) =>
    Download.begin(exportIncidents(ctx, params, filter, format), {
      type: TYPES[format],
      name: `incidents-${params.subdomain}-${wireNow().slice(0, 10)}.${format}`,
    }),
);

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS, endpoints } = route({ GET: read });
