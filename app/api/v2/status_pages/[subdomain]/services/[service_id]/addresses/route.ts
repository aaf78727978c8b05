import { ServiceParams, wrapped } from "#lib/api/body.ts";
import { endpoint } from "#lib/api/endpoint.ts";
import { route } from "#lib/api/route.ts";
import { replaceAddresses } from "#lib/services/replace-addresses.ts";
import { Service } from "#lib/services/schema.ts";

const replace = endpoint(
  {
    operation: "replaceServiceAddresses",
    summary: "Replace a service's addresses for reports",
    description:
      "After a leak: `inbound_email_id` is new, and with it the addresses for webhooks, heartbeats and mails. The old ones stop working at once.",
    tag: "Monitoring",
    access: "service.write",
    params: ServiceParams,
    response: wrapped("service", Service),
    status: 201,
    extension: true,
  },
  ({ ctx, params }) => replaceAddresses(ctx, params),
);

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS, endpoints } = route({ POST: replace });
