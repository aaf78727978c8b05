import { IntegrationParams, wrapped } from "#lib/api/body.ts";
import { endpoint } from "#lib/api/endpoint.ts";
import { route } from "#lib/api/route.ts";
import { getCalendarImport } from "#lib/incidents/calendar-import/import-now.ts";
import { CalendarImport } from "#lib/incidents/calendar-import/schema.ts";

const read = endpoint(
  {
    operation: "getCalendarImport",
    summary: "Get how the last import of a calendar went",
    description: "With the events that were left out, and why.",
    tag: "Integrations",
    access: "page.read",
    params: IntegrationParams,
    response: wrapped("calendar_import", CalendarImport),
    extension: true,
  },
  ({ ctx, params }) => getCalendarImport(ctx, params),
);

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS, endpoints } = route({ GET: read });
