import { SignalParams } from "#lib/api/body.ts";
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
  params: SignalParams,
  response: Beat,
} as const;
const sent = {
  ...shape,
  description:
    "As Healthchecks.io: `start` begins a run, which has to end within the grace period (a minute at least); `fail` and an exit status other than 0 mean down, 0 means up; `log` is kept and changes nothing.",
  upload: { types: ["*/*"], max_bytes: 1_048_576, optional: true },
} as const;

const signal = endpoint(
  { ...sent, operation: "beatServiceSignal", summary: "Send a start, a failure or an exit status" },
  async ({ ctx, params, file, request_url }) =>
    receiveHeartbeat(ctx, params, await readSignal(request_url, file, params.signal)),
);

const signalByPut = endpoint(
  { ...sent, operation: "beatServiceSignalByPut", summary: "Send a signal with PUT" },
  async ({ ctx, params, file, request_url }) =>
    receiveHeartbeat(ctx, params, await readSignal(request_url, file, params.signal)),
);

const signalByGet = endpoint(
  { ...shape, operation: "beatServiceSignalByGet", summary: "Send a signal with GET" },
  async ({ ctx, params, request_url }) =>
    receiveHeartbeat(ctx, params, await readSignal(request_url, undefined, params.signal)),
);

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS, endpoints } = route({
  GET: signalByGet,
  POST: signal,
  PUT: signalByPut,
});
