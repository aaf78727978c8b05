import type { ServiceReport } from "#lib/monitoring/reports/schema.ts";
import type { Service } from "#lib/services/schema.ts";
import { mintOrganization } from "#tests/support/data/mint.ts";
import { servicesOf } from "#tests/support/data/services.ts";
import type { Api } from "#tests/support/http/api.ts";
import { expect, test } from "#tests/support/test.ts";

const FORM = { "content-type": "application/x-www-form-urlencoded" };
const NOT_FOUND = { error: 404, message: "Not found" };
const ROBOT = { monitoring: "webhook", webhook_monitoring_service: "uptime-robot" };
const CAKE = { ...ROBOT, webhook_monitoring_service: "status-cake" };
const OWN = {
  ...ROBOT,
  webhook_monitoring_service: "custom-jsonpath",
  webhook_custom_jsonpath_settings: {
    jsonpath: "$.checks[?@.id == 1].ok",
    expected_result: "true",
  },
};

async function reported(api: Api, subdomain: string, given: object) {
  const { create, path, get } = servicesOf(api, subdomain);
  const service = await create({ name: "Checkout", ...given } as { name: string });
  const { pathname } = new URL(service.incoming_webhook_url ?? "https://x");
  return {
    service,
    address: pathname,
    isUp: async () => (await get(service.id)).is_up,
    reports: async () => {
      const answer = await api.get(`${path}/${service.id}/reports`);
      return answer.json<{ reports: ServiceReport[] }>().reports;
    },
  };
}

type Sent = [status: number, body: unknown];

test("a tool's form, JSON or query is understood, and the service becomes what it says", async ({
  api,
  organization,
  server,
}) => {
  const cake = await reported(api, organization.page.subdomain, CAKE);
  const send = async (init: object, query = ""): Promise<Sent> => {
    const { status, text } = await server.request(cake.address + query, init);
    return [status, JSON.parse(text)];
  };
  const form = (body: string) => send({ method: "POST", headers: FORM, body });
  const token = "Token=0cc175b9c0f1b6a831c399e269772661";
  expect(await form(`${token}&Status=Down&StatusCode=0&URL=https%3A%2F%2Fa.example`)).toEqual([
    200,
    { understood: "down", changed: true },
  ]);
  await expect.poll(cake.isUp).toBe(false);
  expect(await form(`${token}&Status=DOWN`)).toEqual([200, { understood: "down", changed: false }]);
  expect(await send({ method: "GET" }, "?Status=up")).toEqual([
    200,
    { understood: "up", changed: true },
  ]);
  await expect.poll(cake.isUp).toBe(true);
  const odd = { method: "POST", headers: { "content-type": "text/plain" } };
  expect(await send({ ...odd, body: '{"status": "Down"}' })).toEqual([
    200,
    { understood: "down", changed: true },
  ]);
  const kept = await cake.reports();
  expect(kept.map(({ understood, source, kind }) => [understood, source, kind])).toEqual([
    ["down", "webhook", "status-cake"],
    ["up", "webhook", "status-cake"],
    ["down", "webhook", "status-cake"],
    ["down", "webhook", "status-cake"],
  ]);
  expect(JSON.stringify(kept)).not.toContain("0cc175b9");
});

test("an expiring certificate, a trial and what cannot be understood change nothing, and are kept", async ({
  api,
  organization,
  server,
}) => {
  const { subdomain } = organization.page;
  const robot = await reported(api, subdomain, ROBOT);
  const own = await reported(api, subdomain, OWN);
  const send = async (address: string, body: unknown): Promise<Sent> => {
    const { status, text } = await server.request(address, {
      method: "POST",
      body: JSON.stringify(body),
    });
    return [status, JSON.parse(text)];
  };
  const said = (understood: string) => [200, { understood, changed: false }];
  const refused = (...base: string[]) => [422, { errors: { base } }];
  expect(await send(robot.address, { alertType: "3" })).toEqual(said("certificate"));
  expect(await send(robot.address, { alertType: "*alertType*" })).toEqual(said("test"));
  expect(await send(robot.address, { status: "down" })).toEqual(
    refused("No field says whether it is up or down"),
  );
  expect(await send(own.address, { checks: [] })).toEqual(
    refused("The JSONPath found nothing in it ($.checks[?@.id == 1].ok)"),
  );
  expect(await send(own.address, { checks: [{ id: 1, ok: true }] })).toEqual([
    200,
    { understood: "up", changed: true },
  ]);
  const another = own.address.replace("custom-jsonpath", "status-cake");
  expect(await send(another, { Status: "Down" })).toEqual(
    refused("The service is not monitored this way (custom-jsonpath)"),
  );
  expect(await robot.isUp()).toBeNull();
  expect((await robot.reports()).map(({ reason }) => reason)).toEqual(["no_status", null, null]);
  expect((await own.reports()).map(({ reason }) => reason)).toEqual([
    "not_expected",
    null,
    "no_match",
  ]);
});

test("a large group of alerts is read; what is larger than 1 MiB is refused, and kept as that", async ({
  api,
  organization,
  server,
}) => {
  const own = await reported(api, organization.page.subdomain, {
    ...OWN,
    webhook_custom_jsonpath_settings: {
      jsonpath: "$.alerts[*].status",
      expected_result: "resolved",
    },
  });
  const alert = { status: "resolved", annotations: { summary: "x".repeat(580) } };
  const alerts = Array.from({ length: 110 }, () => alert);
  const post = (body: string) => server.request(own.address, { method: "POST", body });
  const send = (...more: object[]) => post(JSON.stringify({ alerts: [...alerts, ...more] }));
  expect((await send()).text).toBe('{"understood":"up","changed":true}');
  await expect.poll(own.isUp).toBe(true);
  expect((await send({ status: "firing" })).text).toBe('{"understood":"down","changed":true}');
  expect((await post(`"${"x".repeat(1_048_574)}"`)).status).toBe(422);
  expect((await post("x".repeat(1_048_577))).status).toBe(413);
  const kept = await own.reports();
  expect(kept.map(({ understood, reason }) => understood ?? reason)).toEqual([
    ...["too_large", "no_match", "down", "up"],
  ]);
  await expect.poll(own.isUp).toBe(false);
});

test("an expression without end costs a second and no verdict", async ({
  api,
  organization,
  server,
}) => {
  const jsonpath = "$..[?$..[?$..[?$..zz]]]";
  const own = await reported(api, organization.page.subdomain, {
    ...OWN,
    webhook_custom_jsonpath_settings: { jsonpath, expected_result: "up" },
  });
  const post = (body: string) => server.request(own.address, { method: "POST", body });
  const wide = JSON.stringify(Array.from({ length: 5_000 }, (_, index) => [[index]]));
  const [slow, beside] = await Promise.all([post(wide), server.request("/api/v2/hello")]);
  expect([slow.status, slow.text]).toEqual([
    422,
    '{"errors":{"base":["It took too long to read"]}}',
  ]);
  expect(beside.status).toBe(200);
  expect((await post(`${"[".repeat(20_000)}${"]".repeat(20_000)}`)).text).toContain("too deeply");
});

test("of a service the last 20 reports stay; too many in a minute are refused", async ({
  api,
  organization,
  server,
}) => {
  const robot = await reported(api, organization.page.subdomain, ROBOT);
  const statuses: number[] = [];
  for (let index = 0; index < 62; index++)
    statuses.push((await server.request(`${robot.address}?alertType=${(index % 2) + 1}`)).status);
  expect(statuses.slice(0, 60).every((status) => status === 200)).toBe(true);
  expect(statuses.slice(60)).toEqual([429, 429]);
  expect(await robot.reports()).toHaveLength(20);
});

test("a heartbeat means up, and says until when the next one has to come", async ({
  api,
  organization,
  server,
}) => {
  const heartbeat = { period_s: 60, grace_s: 30 };
  const beating = await reported(api, organization.page.subdomain, { ...ROBOT, heartbeat });
  const address = beating.address.replace("automate/uptime-robot", "heartbeat");
  for (const [method, changed] of [
    ["POST", true],
    ["GET", false],
  ] as const) {
    const answer = await server.request(address, { method });
    expect([answer.status, JSON.parse(answer.text)]).toEqual([
      200,
      { understood: "up", changed, due_at: expect.any(String) },
    ]);
  }
  await expect.poll(beating.isUp).toBe(true);
  const due_at = expect.any(String);
  for (const [method, ending, body, answer] of [
    ["PUT", "", undefined, { understood: "up", changed: false, due_at }],
    ["GET", "?status=down", undefined, { understood: "down", changed: true, due_at }],
    ["POST", "/0", "done", { understood: "up", changed: true, due_at }],
    ["POST", "", '{"status":"failed"}', { understood: "down", changed: true, due_at }],
    ["PUT", "/fail", "disk full", { understood: "down", changed: false, due_at }],
    ["GET", "/start", undefined, { understood: null, changed: false, due_at }],
    ["POST", "/log", "x", { understood: null, changed: false, due_at: null }],
    ["POST", "/3", undefined, { understood: "down", changed: false, due_at }],
  ] as const) {
    const sent = await server.request(address + ending, { method, ...(body && { body }) });
    expect([ending, sent.status, JSON.parse(sent.text)]).toEqual([ending, 200, answer]);
  }
  for (const unknown of ["/256", "/stop"])
    expect((await server.request(address + unknown)).status).toBe(404);
  const without = await reported(api, organization.page.subdomain, ROBOT);
  const refused = await server.request(without.address.replace(/automate.*/, "heartbeat"));
  expect([refused.status, refused.text]).toEqual([
    422,
    '{"errors":{"base":["The service expects no heartbeat"]}}',
  ]);
  expect((await without.reports()).map(({ source, reason }) => [source, reason])).toEqual([
    ["heartbeat", "no_heartbeat"],
  ]);
});

test("who does not know a service's UUID learns nothing; it is in no log and no audit entry", async ({
  api,
  organization,
  database,
  server,
}) => {
  const { subdomain } = organization.page;
  const robot = await reported(api, subdomain, ROBOT);
  const { inbound_email_id, id } = robot.service as Service;
  const stranger = await mintOrganization(database);
  for (const address of [
    robot.address.replace(/[0-9a-f]{12}(?=\/automate)/, "000000000000"),
    robot.address.replace(inbound_email_id, String(id)),
    robot.address.replace(subdomain, "nobody"),
    robot.address.replace(subdomain, stranger.page.subdomain),
    robot.address.replace("uptime-robot", "other"),
    robot.address.replace(subdomain, stranger.page.subdomain).replace(/automate.*/, "heartbeat"),
  ]) {
    const answer = await server.request(address, { method: "POST", body: "alertType=1" });
    expect([address, answer.status, JSON.parse(answer.text)]).toEqual([address, 404, NOT_FOUND]);
  }
  expect(await robot.reports()).toEqual([]);
  const { path, put } = servicesOf(api, subdomain);
  const key = { authorization: stranger.keys.owner };
  const theirs = await server.request(`/api/v2${path}/${id}/reports`, { headers: key });
  expect(theirs.status).toBe(404);

  expect((await server.request(`${robot.address}?alertType=1`)).status).toBe(200);
  await put(id, { monitoring: null });
  const entries = await database.selectFrom("audit_log").selectAll().execute();
  expect(JSON.stringify(entries)).not.toContain(inbound_email_id);
  expect(server.output()).not.toContain(inbound_email_id);
});
