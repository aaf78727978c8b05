import { spawnSync } from "node:child_process";
import { EventEmitter } from "node:events";
import { expect, test } from "@playwright/test";
import { provideEnv } from "#lib/platform/config/env.ts";
import { log } from "#lib/platform/log.ts";
import type { Apps } from "#lib/server/front/apps.ts";
import type { Call } from "#lib/server/front/call.ts";
import type { Front } from "#lib/server/front/front.ts";
import { traceFront } from "#lib/server/tracing/front.ts";
import { carryTrace } from "#lib/server/tracing/jobs.ts";
import { traceClient } from "#lib/server/tracing/statements.ts";
import { logFailures, Tracer } from "#lib/server/tracing/tracer.ts";
import { product } from "#tests/support/code/product.ts";
import { ROOT } from "#tests/support/code/sources.ts";
import { type Answer, Receiver } from "#tests/support/http/receiver.ts";
import { type ReceivedSpan, spansAt } from "#tests/support/http/spans.ts";

const before = { ...process.env };

test.afterEach(() => {
  process.env = { ...before };
  provideEnv({});
});

/** What is sent of the spans that some work makes. */
async function spansOf(
  work: (tracer: Tracer) => unknown,
  answer: Answer = 200,
): Promise<ReceivedSpan[]> {
  const receiver = Object.assign(await Receiver.open(), { answer });
  process.env.OTEL_EXPORTER_OTLP_ENDPOINT = `http://127.0.0.1:${receiver.port}`;
  const tracer = new Tracer("test");
  await work(tracer);
  await tracer.stop();
  await receiver.close();
  return spansAt(receiver);
}

const LIST = `
import { registerHooks } from "node:module";
const loaded = [];
registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) });
const { openTracing } = await import("#lib/server/tracing/open.ts");
const tracer = await openTracing("front");
console.log([tracer !== null, loaded.some((url) => url.includes("@opentelemetry"))].join());
process.exit();`;

test("without a receiver of traces OpenTelemetry is not loaded, by whatever program", () => {
  for (const [endpoint, loads] of [
    ["", false],
    ["http://127.0.0.1:9", true],
  ] as const) {
    const { stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", LIST], {
      cwd: ROOT,
      env: { ...process.env, OTEL_EXPORTER_OTLP_ENDPOINT: endpoint },
      encoding: "utf8",
    });
    expect(stdout.trim(), stderr).toBe(`${loads},${loads}`);
  }
  const importers = (isIt: (target: string) => boolean) =>
    product.flatMap(({ path, imports }) =>
      imports
        .filter(({ target, typeOnly }) => !typeOnly && isIt(target))
        .map(({ lazy }) => `${path}${lazy ? " lazily" : ""}`),
    );
  const packages = importers((target) => target.startsWith("@opentelemetry/"));
  expect([...new Set(packages)]).toEqual(["lib/server/tracing/tracer.ts"]);
  expect(importers((target) => target === packages[0])).toEqual([
    "lib/server/tracing/open.ts lazily",
  ]);
});

const TRACE = "0af7651916cd43dd8448eb211c80319c";
const GIVEN = `00-${TRACE}-b7ad6b7169203331-01`;

function callOf(traceparent: string): Call {
  const response = Object.assign(new EventEmitter(), { headersSent: true, statusCode: 200 });
  const place = { kind: "page", page: "acme", route: { pattern: "/manage/[token]" } };
  return { request: { method: "GET", headers: { traceparent } }, response, place } as never;
}

for (const [TRUST_PROXY, traceparent, trace] of [
  ["0", GIVEN, expect.not.stringContaining(TRACE)],
  ["1", GIVEN, TRACE],
  ["1", `00-${"0".repeat(32)}-b7ad6b7169203331-01`, expect.stringMatching(/[^0]/)],
  ["1", "s3cret", expect.stringMatching(/^[0-9a-f]{32}$/)],
] as const)
  test(`TRUST_PROXY=${TRUST_PROXY} and traceparent ${traceparent}: whose trace a request joins`, async () => {
    Object.assign(process.env, { TRUST_PROXY });
    provideEnv({});
    let sent: string[] = [];
    const send: Apps["send"] = ({ headers }) => {
      sent = headers as string[];
    };
    const apps = { send } as Apps;
    const front = {
      answer: async () =>
        apps.send({ headers: [] } as never, { onResponseStart() {} } as never, "long"),
    } as unknown as Front;
    const spans = await spansOf(async (tracer) => {
      traceFront(tracer, front, apps);
      const call = callOf(traceparent);
      await front.answer(call);
      call.response.emit("close");
    });
    expect(spans).toMatchObject([
      {
        ...{ traceId: trace, name: "GET /s/{host}/manage/{token}", kind: 2 },
        attributes: {
          "http.request.method": "GET",
          "http.route": "/s/{host}/manage/{token}",
          "http.response.status_code": 200,
        },
      },
    ]);
    const [span] = spans;
    expect(sent).toEqual(["x-allclear-trace", `00-${span?.traceId}-${span?.spanId}-01`]);
  });

class Client {
  async query(text: unknown, _values?: unknown[]): Promise<string> {
    if (text === "fail") throw Object.assign(new Error("Key (email)=(s3cret)"), { code: "23505" });
    return "rows";
  }
}

test("a statement is a span of the request that makes it, without values and messages", async () => {
  const spans = await spansOf(async (tracer) => {
    const client = new (traceClient(tracer, Client))();
    await client.query("select 1 from outside");
    const span = tracer.start("request", { kind: "internal" });
    await tracer.run(span, async () => {
      const text = 'insert into "public"."users" (email) values ($1)';
      expect(await client.query(text, ["s3cret"])).toBe("rows");
      await client.query({ name: "one", text: "select name from services as s where id = $1" });
      await expect(client.query("fail")).rejects.toThrow("Key (email)");
      span.end();
      await client.query("select 1 from too_late");
    });
  });
  const [request, ...statements] = spans.sort((a, b) => b.kind - a.kind).toReversed();
  expect(statements.map(({ name }) => name).sort()).toEqual([
    "fail",
    "insert users",
    "select services",
  ]);
  for (const { parentSpanId, traceId, kind } of statements)
    expect({ parentSpanId, traceId, kind }).toEqual({
      ...{ parentSpanId: request?.spanId, traceId: request?.traceId, kind: 3 },
    });
  expect(statements.find(({ name }) => name === "fail")).toMatchObject({
    status: { code: 2 },
    attributes: { "error.type": "23505", "db.response.status_code": "23505" },
  });
  expect(JSON.stringify(spans)).not.toContain("s3cret");
});

test("a delivery continues the trace of its update; a retry, or any other job, begins one", async () => {
  await spansOf((tracer) => {
    expect(carryTrace(tracer, "send-batch", { a: 1 })).toEqual({ a: 1 });
    const span = tracer.start("dispatch-event", { kind: "consumer" });
    tracer.run(span, () => {
      const carried = { a: 1, traceparent: span.traceparent };
      expect(carryTrace(tracer, "send-batch", { a: 1 })).toEqual(carried);
      for (const job of ["dispatch-event", "plan-timers"])
        expect(carryTrace(tracer, job, { a: 1 })).toEqual({ a: 1 });
    });
  });
});

test("a receiver that is down is logged once, and once that it is back", () => {
  const lines: unknown[] = [];
  const note = (...[fields, text]: unknown[]) => void lines.push(text ?? fields);
  const { warn, info } = log();
  Object.assign(log(), { warn: note, info: note });
  const results = ["ECONNREFUSED", "ECONNREFUSED", null, null, "ETIMEDOUT"];
  const exporter = logFailures(
    {
      export: (_, done) => {
        const error = results.shift();
        done(error ? { code: 1, error: new Error(error) } : { code: 0 });
      },
      shutdown: async () => {},
    },
    (line) => line(),
  );
  try {
    for (let count = results.length; count > 0; count -= 1) exporter.export([], () => {});
  } finally {
    Object.assign(log(), { warn, info });
  }
  const down = "traces cannot be sent, and are dropped";
  expect(lines).toEqual([down, "traces are sent again", down]);
});

test("while the receiver does not answer, one queue of spans is kept, and a stop is short", async () => {
  const limits = { OTEL_BSP_MAX_QUEUE_SIZE: "100", OTEL_EXPORTER_OTLP_TIMEOUT: "60000" };
  Object.assign(process.env, limits);
  const began = performance.now();
  const spans = await spansOf(
    (tracer) => {
      for (let count = 0; count < 1_000; count += 1) tracer.start("one", { kind: "server" }).end();
    },
    () => {},
  );
  // One batch is under way, and one waits.
  expect(spans).toHaveLength(200);
  expect(performance.now() - began).toBeLessThan(5_000);
});
