import { mintWebhook } from "#tests/support/data/webhooks.ts";
import { Receiver } from "#tests/support/http/receiver.ts";
import { type ReceivedSpan, spansAt } from "#tests/support/http/spans.ts";
import { looksUntil } from "#tests/support/server/looks.ts";
import { ownPort } from "#tests/support/server/port.ts";
import { expect, test } from "#tests/support/test.ts";

const port = await ownPort();
test.use({
  serverEnv: {
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
    OTEL_EXPORTER_OTLP_HEADERS: "x-api-key=k3y",
    OTEL_EXPORTER_OTLP_TIMEOUT: "500",
    OTEL_BSP_SCHEDULE_DELAY: "1500",
  },
});

const CANARY = "s3cret-canary";
const TRACE = "0af7651916cd43dd8448eb211c80319c";
const PARENT = "b7ad6b7169203331";
const SENT = {
  ...{ "x-request-id": `${CANARY}-id`, "user-agent": CANARY, baggage: `a=${CANARY}` },
  ...{ cookie: `session=${CANARY}`, "x-forwarded-for": "192.0.2.77" },
};

let collector: Receiver | undefined;

async function collect(): Promise<Receiver> {
  collector ??= Object.assign(await Receiver.open(port), { answer: 200 });
  return collector;
}

const spans = () => (collector ? spansAt(collector) : []);
const sent = () => JSON.stringify(collector?.received.map(({ body }) => body));
const named = (name: string, all = spans()) => all.find((span) => span.name === name);

test.afterAll(async () => {
  await collector?.close();
});

test("while the receiver of traces is down, requests are answered and each process says so once", async ({
  server,
  organization,
}) => {
  const isSaid = () => server.output().match(/traces cannot be sent.*/g)?.length ?? 0;
  await looksUntil(async () => {
    expect((await server.visit(organization.page.subdomain, "/?again")).status).toBe(200);
    expect((await server.visit(organization.page.subdomain, "/metrics")).status).toBeLessThan(500);
    return isSaid() >= 2;
  });
  expect(isSaid()).toBeLessThanOrEqual(3);
});

test("an update is one trace from front to app, to SQL and to its deliveries, without secrets", async ({
  server,
  api,
  database,
  organization: { page, keys },
  receiver,
  service,
}) => {
  await collect();
  await mintWebhook(database, page.id, { url: `${receiver.url}/${CANARY}` });
  const incident = { title: CANARY, type: "major", service_ids: [service] };
  const path = `/status_pages/${page.subdomain}/incidents?q=${CANARY}`;
  const headers = { ...SENT, traceparent: `00-${TRACE}-${PARENT}-01` };
  expect((await api.post(path, { incident }, { headers })).status).toBe(201);
  await receiver.nth(1);
  const own = () => spans().filter(({ traceId }) => traceId === TRACE);
  await looksUntil(async () =>
    ["POST /api/v2/status_pages/{subdomain}/incidents", "deliver-webhooks"].every((name) =>
      named(name, own()),
    ),
  );
  const front = named("POST /api/v2/status_pages/{subdomain}/incidents") as ReceivedSpan;
  const app = named("app call", own()) as ReceivedSpan;
  const dispatch = named("dispatch-event", own()) as ReceivedSpan;
  expect([front, app, dispatch, named("deliver-webhooks", own())]).toMatchObject([
    { scope: "allclear.front", parentSpanId: PARENT, kind: 2 },
    { scope: "allclear.app", parentSpanId: front.spanId, kind: 1 },
    { scope: "allclear.worker", parentSpanId: app.spanId, kind: 5 },
    { scope: "allclear.worker", parentSpanId: dispatch.spanId, kind: 5 },
  ]);
  for (const { attributes } of [front, app])
    expect(attributes).toMatchObject({
      "http.route": "/api/v2/status_pages/{subdomain}/incidents",
      "http.response.status_code": 201,
    });
  const statements = own().filter(({ kind }) => kind === 3);
  const inserts = statements.filter(({ name }) => name === "insert incidents");
  expect(inserts.map(({ parentSpanId }) => parentSpanId)).toEqual([app.spanId]);
  expect(statements.some(({ parentSpanId }) => parentSpanId === dispatch.spanId)).toBe(true);
  const line = server.output().match(new RegExp(`.*"request_id":"${CANARY}-id".*`))?.[0] ?? "{}";
  expect(JSON.parse(line)).toMatchObject({ trace_id: TRACE, span_id: front.spanId });
  for (const secret of [CANARY, keys.admin, page.subdomain, "192.0.2.77", "k3y"])
    expect(sent()).not.toContain(secret);
  expect(collector?.received[0]?.headers["x-api-key"]).toBe("k3y");
});

test("a render is named by its route, not by its address, and a ready copy makes no span", async ({
  server,
  organization: { page },
}) => {
  await collect();
  for (const path of [`/history?q=${CANARY}`, `/manage/${CANARY}`])
    await server.visit(page.subdomain, path, { headers: SENT });
  await looksUntil(async () =>
    ["/history", "/manage/{token}"].every((path) => named(`GET /s/{host}${path}`)),
  );
  const render = named("GET /s/{host}/history");
  const inside = spans().filter(({ traceId }) => traceId === render?.traceId);
  expect(inside.map(({ name }) => name)).toContain("app render");
  expect(inside.some(({ name }) => name.startsWith("select "))).toBe(true);
  expect(render?.traceId).not.toBe(TRACE);
  const before = spans().filter(({ name }) => name === "GET /s/{host}/history").length;
  await server.visit(page.subdomain, `/history?q=${CANARY}`);
  await server.visit(page.subdomain, "/nowhere");
  await looksUntil(async () => spans().some(({ name }) => name.includes("404")));
  expect(spans().filter(({ name }) => name === "GET /s/{host}/history")).toHaveLength(before);
  expect(sent()).not.toContain(CANARY);
});

test("a stop sends what is left", async ({ server, api, organization: { page } }) => {
  const { received } = await collect();
  const before = received.length;
  await api.get(`/status_pages/${page.subdomain}/incidents`);
  expect(await server.stop()).toBe(0);
  const names = spansAt({ received: received.slice(before) }).map(({ name }) => name);
  expect(names).toContain("GET /api/v2/status_pages/{subdomain}/incidents");
  expect(names).toContain("app call");
});
