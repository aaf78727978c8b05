import { InboxParams } from "#lib/api/body.ts";
import { endpoint } from "#lib/api/endpoint.ts";
import { route } from "#lib/api/route.ts";
import { receiveHeartbeat } from "#lib/monitoring/heartbeats/heartbeat.ts";
import { Beat } from "#lib/monitoring/reports/schema.ts";

const shape = {
  tag: "Monitoring",
  access: "path",
  conflicts: true,
  extension: true,
  params: InboxParams,
  response: Beat,
} as const;

const beat = endpoint(
  {
    ...shape,
    operation: "beatService",
    summary: "Send a heartbeat",
    description:
      "For what runs regularly: a service with a `heartbeat` is up until the next call is due, and down after silence. The address has the service's `inbound_email_id` in place of its id and needs no key.",
  },
  ({ ctx, params }) => receiveHeartbeat(ctx, params),
);

const beatByGet = endpoint(
  { ...shape, operation: "beatServiceByGet", summary: "Send a heartbeat with GET" },
  ({ ctx, params }) => receiveHeartbeat(ctx, params),
);

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS, endpoints } = route({
  GET: beatByGet,
  POST: beat,
});
