import { AsyncLocalStorage } from "node:async_hooks";
import type { ServerResponse } from "node:http";
import { hostname } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import {
  type Attributes,
  isSpanContextValid,
  type Span as OpenTelemetrySpan,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
} from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from "@opentelemetry/resources";
import {
  BasicTracerProvider,
  BatchSpanProcessor,
  type SpanExporter,
} from "@opentelemetry/sdk-trace-base";
import { reasonOf } from "#lib/platform/errors/errors.ts";
import { log } from "#lib/platform/log.ts";
import { VERSION } from "#lib/platform/version.ts";

const STOP_MS = 2_000;
const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;
const KINDS = {
  server: SpanKind.SERVER,
  internal: SpanKind.INTERNAL,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
};

type Start = { kind: keyof typeof KINDS; attributes?: Attributes; parent?: string | undefined };

/** Never given what people or clients sent: no path, address, header, parameter or message. */
export class Span {
  readonly name: string;
  readonly #span: OpenTelemetrySpan;
  #isOpen = true;

  constructor(name: string, span: OpenTelemetrySpan) {
    this.name = name;
    this.#span = span;
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  get traceparent(): string {
    const { traceId, spanId, traceFlags } = this.#span.spanContext();
    return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, "0")}`;
  }

  get ids(): { trace_id: string; span_id: string } {
    const { traceId, spanId } = this.#span.spanContext();
    return { trace_id: traceId, span_id: spanId };
  }

  /** @param name by the route, instead of the one until now */
  setRoute(route: string, name = this.name): void {
    this.#span.setAttribute("http.route", route).updateName(name);
  }

  endWithResponse({ headersSent, statusCode }: ServerResponse): void {
    if (headersSent) this.#span.setAttribute("http.response.status_code", statusCode);
    if (statusCode >= 500) this.#fail(String(statusCode));
    this.end();
  }

  endWithError(error: unknown, attributes: Attributes = {}): void {
    const { code, name } = error as NodeJS.ErrnoException;
    this.#span.setAttributes(attributes);
    this.#fail(code ?? name ?? "_OTHER");
    this.end();
  }

  end(): void {
    this.#isOpen = false;
    this.#span.end();
  }

  #fail(type: string): void {
    this.#span.setStatus({ code: SpanStatusCode.ERROR }).setAttribute("error.type", type);
  }
}

/** Logs once that traces cannot be sent, and once that they can again. */
export function logFailures(
  exporter: SpanExporter,
  report: (line: () => void) => void,
): SpanExporter {
  let isFailing = false;
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        const { error } = result;
        const reason = error && reasonOf(error);
        if (error && !isFailing)
          report(() => log().warn({ reason }, "traces cannot be sent, and are dropped"));
        else if (!error && isFailing) report(() => log().info("traces are sent again"));
        isFailing = error !== undefined;
        done(result);
      }),
    shutdown: () => exporter.shutdown(),
  };
}

/** Spans of this process, sent as the variables `OTEL_…` say, which the SDK reads. */
export class Tracer {
  readonly #provider: BasicTracerProvider;
  readonly #active = new AsyncLocalStorage<Span>();
  readonly #program: string;

  constructor(program: string) {
    this.#program = program;
    const own = { "service.name": "allclear", "service.version": VERSION, "host.name": hostname() };
    const exporter = logFailures(new OTLPTraceExporter(), (line) => this.#active.exit(line));
    // Not registered: Next would make spans of its own, which name addresses.
    this.#provider = new BasicTracerProvider({
      resource: defaultResource()
        .merge(resourceFromAttributes(own))
        .merge(detectResources({ detectors: [envDetector] })),
      spanProcessors: [new BatchSpanProcessor(exporter)],
    });
  }

  /** The span in which this code runs; undefined outside, or once it has ended. */
  get active(): Span | undefined {
    const span = this.#active.getStore();
    return span?.isOpen ? span : undefined;
  }

  /** @param parent of W3C Trace Context; without a valid one a trace begins */
  start(name: string, { kind, attributes = {}, parent }: Start): Span {
    const [, traceId = "", spanId = "", flags = ""] = TRACEPARENT.exec(parent ?? "") ?? [];
    const remote = { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true };
    const context = isSpanContextValid(remote)
      ? trace.setSpanContext(ROOT_CONTEXT, remote)
      : ROOT_CONTEXT;
    const options = { kind: KINDS[kind], attributes };
    const tracer = this.#provider.getTracer(`allclear.${this.#program}`, VERSION);
    return new Span(name, tracer.startSpan(name, options, context));
  }

  run<T>(span: Span, work: () => T): T {
    return this.#active.run(span, work);
  }

  /** Sends what is left, for at most two seconds. */
  async stop(): Promise<void> {
    const sent = this.#provider.shutdown().catch(() => {});
    await Promise.race([sent, sleep(STOP_MS, undefined, { ref: false })]);
  }
}
