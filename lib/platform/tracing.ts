import { oncePerProcess } from "#lib/platform/process/once-per-process.ts";

type Tracing = {
  /** Ids of the active trace, for the log. */
  ids(): object;
  /** Names the active request by its route. */
  nameRoute(route: string): void;
  /** The class of a pool's clients, with a span for each statement. */
  traceClient<C>(Client: C): C;
  /** The payload of a job, with the active trace. */
  carryTrace<P extends object>(job: string, payload: P): P;
};

/** Empty without OTEL_EXPORTER_OTLP_ENDPOINT; filled by lib/server/tracing. */
export const tracing = oncePerProcess("tracing", (): Partial<Tracing> => ({}));
