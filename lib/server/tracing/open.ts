import { env } from "#lib/platform/config/env.ts";
import { tracing } from "#lib/platform/tracing.ts";
import { carryTrace } from "#lib/server/tracing/jobs.ts";
import { traceClient } from "#lib/server/tracing/statements.ts";
import type { Tracer } from "#lib/server/tracing/tracer.ts";

/** @returns null without OTEL_EXPORTER_OTLP_ENDPOINT: then OpenTelemetry is not even loaded */
export async function openTracing(program: "front" | "app" | "worker"): Promise<Tracer | null> {
  if (!env().OTEL_EXPORTER_OTLP_ENDPOINT) return null;
  const { Tracer } = await import("#lib/server/tracing/tracer.ts");
  const tracer = new Tracer(program);
  Object.assign(tracing, {
    ids: () => tracer.active?.ids ?? {},
    traceClient: (Client) => traceClient(tracer, Client),
    carryTrace: (job, payload) => carryTrace(tracer, job, payload),
  } satisfies typeof tracing);
  return tracer;
}
