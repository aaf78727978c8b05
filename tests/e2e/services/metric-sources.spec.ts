import { createServer } from "node:http";
import { arrive, expect, test } from "#tests/support/browser/admin.ts";
import { listenHere, shut } from "#tests/support/server/loopback.ts";
import { ownPort } from "#tests/support/server/port.ts";

const port = await ownPort();
const base = `http://127.0.0.1:${port}`;

const SERIES: Record<string, object> = {
  "/api/v1/metrics": { from: "1", metrics: ["system.load.1", "trace.http.request"] },
  "/api/3.1/checks": { checks: [{ id: 4711, name: "Checkout in Frankfurt" }] },
};

/** With which key each path was asked. */
const asked: Record<string, string | undefined> = {};
const providers = createServer(({ url = "", headers }, response) => {
  const { pathname } = new URL(url, base);
  asked[pathname] = headers.authorization ?? `${headers["dd-api-key"]}`;
  const known = SERIES[pathname];
  response.writeHead(known ? 200 : 403, { "content-type": "application/json" });
  response.end(JSON.stringify(known ?? { errors: ["Forbidden"] }));
});

test.use({
  serverEnv: {
    ALLOW_PRIVATE_TARGETS: "1",
    PROVIDER_URLS: `api.datadoghq.eu=${base},api.pingdom.com=${base},api.datadoghq.com=http://127.0.0.1:9`,
  },
});
test.beforeAll(() => listenHere(providers, port));
test.afterAll(() => shut(providers));

test("a metric's series is picked from what its integration offers, in the words of the provider", async ({
  admin,
  server,
  acme,
  api,
}) => {
  const path = `/status_pages/${acme.subdomain}`;
  const made = async (integration: object): Promise<number> => {
    const settings = { enabled: true };
    const answer = await api.post(`${path}/integrations`, {
      integration: { ...integration, settings },
    });
    const { id } = answer.json<{ integration: { id: number } }>().integration;
    const metric = { title: "Load", unit: "ms", type: "rt", enabled: true, integration_id: id };
    const created = await api.post(`${path}/metrics`, { metric });
    return created.json<{ metric: { id: number } }>().metric.id;
  };
  const screen = async (id: number) => {
    await arrive(admin, `${server.url}/pages/${acme.subdomain}/metrics/${id}`);
    await admin.getByRole("link", { name: "Choose from the series at the source" }).click();
    await expect(admin.getByRole("heading", { name: "Series at the source" })).toBeVisible();
  };
  const chosen = async (id: number) =>
    (await api.get(`${path}/metrics/${id}`)).json<{ metric: object }>().metric;

  const load = await made({ name: "datadog", key: "k", password: "a", region: "datadoghq.eu" });
  await screen(load);
  await expect(admin.getByText("avg:system.load.1{*}")).toBeVisible();
  const line = admin.getByRole("listitem").filter({ hasText: "avg:trace.http.request{*}" });
  await line.getByRole("button", { name: "Use" }).click();
  await expect
    .poll(() => chosen(load))
    .toMatchObject({ remote_id: "avg:trace.http.request{*}", remote_name: "trace.http.request" });
  expect(asked["/api/v1/metrics"]).toBe("k");

  const check = await made({ name: "pingdom", key: "token" });
  await screen(check);
  const pingdom = admin.getByRole("listitem").filter({ hasText: "Checkout in Frankfurt" });
  await pingdom.getByRole("button", { name: "Use" }).click();
  await expect
    .poll(() => chosen(check))
    .toMatchObject({ remote_id: "4711", remote_name: "Checkout in Frankfurt" });
  expect(asked["/api/3.1/checks"]).toBe("Bearer token");

  // Nobody listens there.
  await screen(await made({ name: "datadog", key: "k", password: "a" }));
  await expect(admin.getByText("No connection")).toBeVisible();
});
