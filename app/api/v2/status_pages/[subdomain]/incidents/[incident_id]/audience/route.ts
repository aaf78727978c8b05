import { IncidentParams, wrapped } from "#lib/api/body.ts";
import { endpoint } from "#lib/api/endpoint.ts";
import { route } from "#lib/api/route.ts";
import { readAudience } from "#lib/notifications/audience/audience.ts";
import { Audience, AudienceQuery } from "#lib/notifications/audience/schema.ts";

const read = endpoint(
  {
    operation: "getIncidentAudience",
    summary: "Preview who an update of an incident would notify",
    description:
      "Confirmed subscriptions by channel: to everything, to this incident, to its type, or to a service that it affects or one above it; how long sending takes at the speed of the last events, and how many segments a text message has. Channels that the page switches off, and what affects only private services, count for nobody.",
    tag: "Incidents",
    access: "page.read",
    params: IncidentParams,
    query: AudienceQuery,
    response: wrapped("audience", Audience),
    extension: true,
  },
  ({ ctx, params, query }) => readAudience(ctx, params, query),
);

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS, endpoints } = route({ GET: read });
