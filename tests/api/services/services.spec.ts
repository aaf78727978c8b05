import { mintOrganization, mintService, mintUser } from "#tests/support/data/mint.ts";
import { servicesOf } from "#tests/support/data/services.ts";
import { expect, test } from "#tests/support/test.ts";

test("a new service is answered as the interface has it, last on the page", async ({
  api,
  organization,
}) => {
  const { create, path } = servicesOf(api, organization.page.subdomain);
  const first = await create({ name: "API" });
  const answer = await api.post(path, { service: { name: "  Web \u00fc ", order: 0 } });
  expect(answer.status).toBe(201);
  expect(answer.headers["content-type"]).toBe("application/json; charset=utf-8");
  expect(answer.json()).toEqual({
    service: {
      id: expect.any(Number),
      inserted_at: expect.any(String),
      updated_at: expect.any(String),
      name: "  Web \u00fc ",
      description: null,
      private_description: null,
      parent_id: null,
      children_ids: [],
      current_incident_type: null,
      monitoring: null,
      webhook_monitoring_service: null,
      webhook_custom_jsonpath_settings: null,
      inbound_email_address: null,
      inbound_email_id: expect.any(String),
      incoming_webhook_url: null,
      ping_url: null,
      incident_type: null,
      parent_incident_type: null,
      is_up: null,
      pause_monitoring_during_maintenances: false,
      auto_incident: false,
      auto_notify: false,
      translations: {},
      private: false,
      display_uptime_graph: false,
      display_response_time_chart: false,
      order: first.order + 1,
      notification_recipients: [],
      monitoring_options: null,
      retries: null,
      confirmations: null,
      expected_statuses: [],
      publish_policy: { mode: "at_once", delay_minutes: null },
      count_warnings: false,
      heartbeat: null,
    },
  });
});

test("what was set is read back, and a change leaves the rest as it was", async ({
  api,
  organization,
  database,
}) => {
  const { create, get, put } = servicesOf(api, organization.page.subdomain);
  const member = await mintUser(database, organization.id, "editor");
  const given = {
    name: "API",
    description: "Public",
    private_description: "Secret",
    monitoring: "internal" as const,
    ping_url: "https://example.com/health",
    incident_type: "minor" as const,
    translations: { de: { name: "Schnittstelle" } },
    display_uptime_graph: true,
    order: 7,
    notification_recipients: [member.id],
    monitoring_options: {
      method: "get",
      headers: [{ key: "X-Probe", value: "1" }],
      keyword_down: null,
      keyword_up: "ok",
    },
  };
  const created = await create(given);
  expect(created).toMatchObject(given);
  await put(created.id, { name: "API 2", incident_type: null });
  expect(await get(created.id)).toEqual({
    ...created,
    name: "API 2",
    incident_type: null,
    updated_at: expect.any(String),
  });
});

test("a body of zero values and read-only keys is accepted and changes nothing", async ({
  api,
  organization,
}) => {
  const { create, get, put } = servicesOf(api, organization.page.subdomain);
  const before = await create({ name: "API" });
  const answer = await put(before.id, {
    ...{
      id: 0,
      name: "",
      description: "",
      private_description: "",
      parent_id: 0,
      children_ids: [],
      current_incident_type: "",
    },
    ...{
      monitoring: "",
      webhook_monitoring_service: "",
      webhook_custom_jsonpath_settings: {},
      inbound_email_address: "",
      inbound_email_id: "",
    },
    ...{
      incoming_webhook_url: "",
      ping_url: "",
      incident_type: "",
      parent_incident_type: "",
      is_up: false,
      translations: {},
      order: 0,
    },
    ...{
      private: false,
      auto_incident: false,
      monitoring_options: {},
      notification_recipients: [],
      unheard_of: { of: 1 },
    },
  });
  expect(answer.status).toBe(200);
  expect(await get(before.id)).toEqual({ ...before, updated_at: expect.any(String) });
});

test("a parent that cannot be is refused with 400", async ({ api, organization }) => {
  const { path } = servicesOf(api, organization.page.subdomain);
  expect((await api.get(`${path}?parent_id=x`)).status).toBe(400);
});

test("parents and recipients of another tenant do not exist", async ({
  api,
  organization,
  database,
}) => {
  const { create, put, get, list } = servicesOf(api, organization.page.subdomain);
  const stranger = await mintOrganization(database);
  const foreign = await mintService(database, stranger.page.id);
  const own = await create({ name: "Own" });
  const unknown = { parent_id: ["does not exist"] };
  expect((await put(own.id, { parent_id: foreign })).json()).toEqual({ errors: unknown });
  expect((await put(own.id, { notification_recipients: [stranger.owner.id] })).json()).toEqual({
    errors: { notification_recipients: ["does not exist"] },
  });
  expect((await put(foreign, { name: "Mine" })).status).toBe(404);
  expect(
    (await api.delete(`/status_pages/${organization.page.subdomain}/services/${foreign}`)).status,
  ).toBe(404);
  expect(
    (await api.get(`/status_pages/${stranger.page.subdomain}/services/${foreign}`)).status,
  ).toBe(404);
  expect(await get(own.id)).toEqual(own);
  expect((await list()).meta.total_count).toBe(1);
});

const REFUSED: [string, unknown, string][] = [
  ["name", "", "name"],
  ["name", "x".repeat(256), "name"],
  ["name", "a\0b", "name"],
  ["name", "\ud800", "name"],
  ["name", 5, "name"],
  ["description", "x".repeat(65_537), "description"],
  ["parent_id", 99_999_999, "parent_id"],
  ["parent_id", "1", "parent_id"],
  ["parent_id", -1, "parent_id"],
  ["monitoring", "telepathy", "monitoring"],
  ["monitoring", "internal", "ping_url"],
  ["ping_url", "javascript:alert(1)", "ping_url"],
  ["incident_type", "scheduled", "incident_type"],
  ["private", "yes", "private"],
  ["order", 1.5, "order"],
  ["translations", { "not a language": { name: "x" } }, "translations.not a language"],
  ["monitoring_options", { method: "TRACE" }, "monitoring_options.method"],
  [
    "monitoring_options",
    { headers: [{ key: "X", value: "a\r\nHost: evil" }] },
    "monitoring_options.headers.0.value",
  ],
  ["notification_recipients", [1.5], "notification_recipients.0"],
];

for (const [field, value, path] of REFUSED) {
  test(`${field} ${JSON.stringify(value).slice(0, 60)} is refused, naming ${path}, and nothing is written`, async ({
    api,
    organization,
  }) => {
    const { list, path: url } = servicesOf(api, organization.page.subdomain);
    const answer = await api.post(url, { service: { name: "API", [field]: value } });
    expect(answer.status).toBe(422);
    expect(Object.keys(answer.json<{ errors: object }>().errors)).toEqual([path]);
    expect((await list()).meta.total_count).toBe(0);
  });
}

test("headers of checks stay out of the audit log", async ({ api, organization, database }) => {
  const { create } = servicesOf(api, organization.page.subdomain);
  const { id } = await create({
    name: "API",
    monitoring_options: {
      method: "GET",
      headers: [{ key: "Authorization", value: "hunter2" }],
      keyword_down: null,
      keyword_up: null,
    },
  });
  const logged = await database
    .selectFrom("audit_log")
    .selectAll()
    .where("organization_id", "=", organization.id)
    .execute();
  expect(logged.map(({ action, subject_id }) => [action, subject_id])).toEqual([
    ["service.create", id],
  ]);
  expect(JSON.stringify(logged)).not.toContain("hunter2");
});
