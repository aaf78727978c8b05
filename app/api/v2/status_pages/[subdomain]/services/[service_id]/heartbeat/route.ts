import { InboxParams } from "#lib/api/body.ts";
import { endpoint } from "#lib/api/endpoint.ts";
import { route } from "#lib/api/route.ts";
import { receiveHeartbeat } from "#lib/monitoring/heartbeats/heartbeat.ts";
import { readSignal } from "#lib/monitoring/heartbeats/signal.ts";
import { Beat } from "#lib/monitoring/reports/schema.ts";

const shape = {
  tag: "Monitoring",
  access: "path",
  conflicts: true,
  extension: true,
  params: InboxParams,
  response: Beat,
} as const;
const sent = {
  ...shape,
  description:
    "For what runs regularly: a service with a `heartbeat` is up until the next call is due, and down after silence. The address has the service's `inbound_email_id` in place of its id and needs no key. A `status` such as `failed`, or an `exit_status` other than 0, in the query, a form or JSON means down.",
  upload: { types: ["*/*"], max_bytes: 1_048_576, optional: true },
} as const;

const beat = endpoint(
  { ...sent, operation: "beatService", summary: "Send a heartbeat" },
  async ({ ctx, params, file, request_url }) =>
    receiveHeartbeat(ctx, params, await readSignal(request_url, file)),
  // The job has called, whatever its log weighs.
  async ({ ctx, params }) => void (await receiveHeartbeat(ctx, params)),
);

const beatByPut = endpoint(
  { ...sent, operation: "beatServiceByPut", summary: "Send a heartbeat with PUT" },
  async ({ ctx, params, file, request_url }) =>
    receiveHeartbeat(ctx, params, await readSignal(request_url, file)),
  async ({ ctx, params }) => void (await receiveHeartbeat(ctx, params)),
);

const beatByGet = endpoint(
  { ...shape, operation: "beatServiceByGet", summary: "Send a heartbeat with GET" },
  async ({ ctx, params, request_url }) =>
    receiveHeartbeat(ctx, params, await readSignal(request_url, undefined)),
);

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS, endpoints } = route({
  GET: beatByGet,
  POST: beat,
  PUT: beatByPut,
});
