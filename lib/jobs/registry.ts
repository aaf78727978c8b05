import type { Task, TaskList } from "graphile-worker";
import type { JobName, Payloads } from "#lib/jobs/payloads.ts";

type Handler<N extends JobName> = (payload: Payloads[N]) => Promise<void>;
type Registry = { [N in JobName]: () => Promise<Handler<N>> };

/** Who does which job; a handler is loaded when its first job comes. */
const registry: Registry = {
  "deliver-webhook": async () => (await import("#lib/webhooks/deliveries/deliver-webhook.ts")).deliverWebhook,
  "prune-idempotency-keys": async () => (await import("#lib/api/prune-idempotency-keys.ts")).pruneIdempotencyKeys,
  "prune-webhook-deliveries": async () => (await import("#lib/webhooks/deliveries/prune-webhook-deliveries.ts")).pruneWebhookDeliveries,
  "resume-webhook-deliveries": async () => (await import("#lib/webhooks/deliveries/resume-webhook-deliveries.ts")).resumeWebhookDeliveries,
  "rotate-metric-entries": async () => (await import("#lib/metrics/entries/partitions/rotate-metric-entries.ts")).rotateMetricEntries,
};

function task<N extends JobName>(name: N): Task {
  return async (payload) => {
    const handle = await registry[name]();
    await handle(payload as Payloads[N]);
  };
}

// Jobs that wait for servers of others have places of their own, so that slow ones hold up nothing else.
const OUTGOING: readonly JobName[] = ["deliver-webhook"];

export type Lane = "inner" | "outgoing";

export function tasks(lane: Lane): TaskList {
  const names = (Object.keys(registry) as JobName[]).filter((name) => OUTGOING.includes(name) === (lane === "outgoing"));
  return Object.fromEntries(names.map((name) => [name, task(name)]));
}
