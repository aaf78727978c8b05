import type { TaskList } from "graphile-worker";
import type { Tracer } from "#lib/server/tracing/tracer.ts";

/** Jobs that belong to the trace of the update that they deliver. */
const DELIVERIES = ["dispatch-event", "send-batch", "deliver-webhooks", "send-message"];

/** Continues a trace; a job that follows one of its own kind, as in a retry, begins one. */
export function carryTrace<P extends object>(tracer: Tracer, job: string, payload: P): P {
  const span = tracer.active;
  if (!span || span.name === job || !DELIVERIES.includes(job)) return payload;
  return { ...payload, traceparent: span.traceparent };
}

/** Makes a span of each job. */
export function traceTasks(tracer: Tracer | null, tasks: TaskList): TaskList {
  if (!tracer) return tasks;
  const traced = Object.entries(tasks).map(([name, task]): [string, typeof task] => [
    name,
    async (payload, helpers) => {
      const { traceparent: parent } = payload as { traceparent?: string };
      const attributes = {
        "messaging.system": "graphile_worker",
        "messaging.operation.type": "process",
        "messaging.operation.name": "process",
        "messaging.destination.name": name,
      };
      const span = tracer.start(name, { kind: "consumer", parent, attributes });
      try {
        await tracer.run(span, async () => task?.(payload, helpers));
        span.end();
      } catch (error) {
        span.endWithError(error);
        throw error;
      }
    },
  ]);
  return Object.fromEntries(traced);
}
