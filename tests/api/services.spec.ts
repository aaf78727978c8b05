import type { Service } from "#lib/services/schema.ts";
import type { Api } from "#tests/support/api.ts";
import { mintOrganization, mintService, mintUser } from "#tests/support/mint.ts";
import { expect, test } from "#tests/support/test.ts";

type List = { services: Service[]; links: { next: string | null; prev: string | null }; meta: { total_count: number } };

function servicesOf(api: Api, subdomain: string) {
  const path = `/status_pages/${subdomain}/services`;
  return {
    path,
    create: async (service: Partial<Service>) => (await api.post(path, { service })).json<{ service: Service }>().service,
    get: async (id: number) => (await api.get(`${path}/${id}`)).json<{ service: Service }>().service,
    put: (id: number, service: unknown) => api.put(`${path}/${id}`, { service }),
    list: async (query = "") => (await api.get(`${path}${query}`)).json<List>(),
  };
}

test("a new service is answered as the interface has it, last on the page", async ({ api, organization }) => {
  const { create, path } = servicesOf(api, organization.page.subdomain);
  const first = await create({ name: "API" });
  const answer = await api.post(path, { service: { name: "  Web \u00fc ", order: 0 } });
  expect(answer.status).toBe(201);
  expect(answer.headers["content-type"]).toBe("application/json; charset=utf-8");
  expect(answer.json()).toEqual({
    service: {
      id: expect.any(Number),
      name: "  Web \u00fc ",
      description: null,
      private_description: null,
      parent_id: null,
      children_ids: [],
      current_incident_type: null,
      monitoring: null,
      webhook_monitoring_service: null,
      webhook_custom_jsonpath_settings: { jsonpath: null, expected_result: null },
      inbound_email_address: null,
      inbound_email_id: null,
      incoming_webhook_url: null,
      ping_url: null,
      incident_type: null,
      parent_incident_type: null,
      is_up: true,
      pause_monitoring_during_maintenances: false,
      auto_incident: false,
      auto_notify: false,
      translations: {},
      private: false,
      display_uptime_graph: false,
      display_response_time_chart: false,
      order: first.order + 1,
      notification_recipients: [],
      monitoring_options: { method: "HEAD", headers: [], keyword_down: null, keyword_up: null },
    },
  });
});

test("what was set is read back, and a change leaves the rest as it was", async ({ api, organization, database }) => {
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
    monitoring_options: { method: "get", headers: [{ key: "X-Probe", value: "1" }], keyword_down: null, keyword_up: "ok" },
  };
  const created = await create(given);
  expect(created).toMatchObject(given);
  await put(created.id, { name: "API 2", monitoring_options: { keyword_up: "fine" } });
  expect(await get(created.id)).toEqual({
    ...created,
    name: "API 2",
    monitoring_options: { ...given.monitoring_options, keyword_up: "fine" },
  });
});

test("a body of zero values and read-only keys is accepted and changes nothing", async ({ api, organization }) => {
  const { create, get, put } = servicesOf(api, organization.page.subdomain);
  const before = await create({ name: "API" });
  const answer = await put(before.id, {
    ...{ id: 0, name: "", description: "", private_description: "", parent_id: 0, children_ids: [], current_incident_type: "" },
    ...{
      monitoring: "",
      webhook_monitoring_service: "",
      webhook_custom_jsonpath_settings: {},
      inbound_email_address: "",
      inbound_email_id: "",
    },
    ...{ incoming_webhook_url: "", ping_url: "", incident_type: "", parent_incident_type: "", is_up: false, translations: {}, order: 0 },
    ...{ private: false, auto_incident: false, monitoring_options: {}, notification_recipients: [], unheard_of: { of: 1 } },
  });
  expect(answer.status).toBe(200);
  expect(await get(before.id)).toEqual(before);
});

test("children are listed in the parent, by order; a list can be narrowed to children or roots", async ({ api, organization }) => {
  const { create, get, list } = servicesOf(api, organization.page.subdomain);
  const parent = await create({ name: "Parent" });
  const second = await create({ name: "Second", parent_id: parent.id, order: 20 });
  const first = await create({ name: "First", parent_id: parent.id, order: 10 });
  expect((await get(parent.id)).children_ids).toEqual([first.id, second.id]);
  expect((await list()).services.map(({ id }) => id)).toEqual([parent.id, first.id, second.id]);
  expect((await list(`?parent_id=${parent.id}`)).services.map(({ id }) => id)).toEqual([first.id, second.id]);
  const roots = await list("?parent_id=null");
  expect(roots.services.map(({ id }) => id)).toEqual([parent.id]);
  expect(roots.meta.total_count).toBe(1);
});

test("walking all pages forth and back sees every service once, though one is added and one deleted meanwhile", async ({
  api,
  organization,
}) => {
  const { create, list, path } = servicesOf(api, organization.page.subdomain);
  const ids: number[] = [];
  for (let order = 1; order <= 7; order += 1) ids.push((await create({ name: `S${order}`, order: order * 10 })).id);
  const seen: number[] = [];
  let page = await list("?limit=2");
  expect(page.links.prev).toBeNull();
  await api.delete(`${path}/${ids[0]}`);
  await create({ name: "Early", order: 1 });
  seen.push(...page.services.map(({ id }) => id));
  while (page.links.next) {
    page = (await api.get(new URL(page.links.next).pathname.replace("/api/v2", "") + new URL(page.links.next).search)).json<List>();
    seen.push(...page.services.map(({ id }) => id));
  }
  expect(seen).toEqual(ids);
  const back = new URL(page.links.prev ?? "");
  page = (await api.get(back.pathname.replace("/api/v2", "") + back.search)).json<List>();
  expect(page.services.map(({ id }) => id)).toEqual([ids[4], ids[5]]);
});

test("bad queries are refused with 400", async ({ api, organization }) => {
  const { path } = servicesOf(api, organization.page.subdomain);
  for (const query of ["limit=0", "limit=101", "limit=ten", "parent_id=x", "after=made-up", "after=a&before=b"]) {
    expect((await api.get(`${path}?${query}`)).status, query).toBe(400);
  }
});

test("a move that would make a service its own ancestor is refused, and nothing moves", async ({ api, organization }) => {
  const { create, get, put } = servicesOf(api, organization.page.subdomain);
  const root = await create({ name: "Root" });
  const child = await create({ name: "Child", parent_id: root.id });
  const leaf = await create({ name: "Leaf", parent_id: child.id });
  for (const parent of [root, child, leaf]) {
    const answer = await put(root.id, { name: "Changed", parent_id: parent.id });
    expect(answer.status).toBe(422);
    expect(answer.json()).toEqual({ errors: { parent_id: ["would make the service its own parent"] } });
  }
  expect(await get(root.id)).toMatchObject({ name: "Root", parent_id: null });
});

test("parents and recipients of another tenant do not exist", async ({ api, organization, database }) => {
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
  expect((await api.delete(`/status_pages/${organization.page.subdomain}/services/${foreign}`)).status).toBe(404);
  expect((await api.get(`/status_pages/${stranger.page.subdomain}/services/${foreign}`)).status).toBe(404);
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
  ["monitoring_options", { headers: [{ key: "X", value: "a\r\nHost: evil" }] }, "monitoring_options.headers.0.value"],
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

test("how a monitor reports is told only while that monitoring is chosen, and stays the same", async ({ api, organization }) => {
  const { create, put } = servicesOf(api, organization.page.subdomain);
  const mail = await create({ name: "Mail", monitoring: "3rd_party" });
  expect(mail.inbound_email_address).toBe(`${mail.inbound_email_id}@localhost`);
  const hooked = (await put(mail.id, { monitoring: "webhook" })).json<{ service: Service }>().service;
  expect(hooked.inbound_email_address).toBeNull();
  expect(hooked.incoming_webhook_url).toMatch(/^http:\/\/localhost:\d+\/hooks\/services\/[\w-]{32}$/);
  const back = (await put(mail.id, { monitoring: "3rd_party" })).json<{ service: Service }>().service;
  expect(back.inbound_email_address).toBe(mail.inbound_email_address);
  expect(back.incoming_webhook_url).toBeNull();
});

test("deleting a service moves its children up; those of a private one stay private", async ({ api, organization }) => {
  const { create, get, path } = servicesOf(api, organization.page.subdomain);
  const root = await create({ name: "Root" });
  const middle = await create({ name: "Middle", parent_id: root.id, private: true });
  const leaf = await create({ name: "Leaf", parent_id: middle.id });
  const answer = await api.delete(`${path}/${middle.id}`);
  expect([answer.status, answer.text]).toEqual([200, '""']);
  expect(await get(leaf.id)).toMatchObject({ parent_id: root.id, private: true });
  expect((await get(root.id)).children_ids).toEqual([leaf.id]);
  expect((await api.get(`${path}/${middle.id}`)).status).toBe(404);
});

test("deleting a private service does not reveal what happened to it", async ({ api, organization }) => {
  const { create, path } = servicesOf(api, organization.page.subdomain);
  const secret = await create({ name: "Secret", private: true });
  const incidents = `/status_pages/${organization.page.subdomain}/incidents`;
  const incident = { title: "Secret trouble", type: "major", service_ids: [secret.id] };
  expect((await api.post(incidents, { incident })).status).toBe(201);
  await api.delete(`${path}/${secret.id}`);
  expect((await api.as(null).get(incidents)).json<{ incidents: unknown[] }>().incidents).toEqual([]);
});

test("a moved or hidden service takes its downtime along", async ({ api, organization, database }) => {
  const { create, put } = servicesOf(api, organization.page.subdomain);
  const [one, other] = [await create({ name: "One" }), await create({ name: "Other" })];
  const child = await create({ name: "Child", parent_id: one.id });
  const incident = {
    title: "Down",
    type: "major",
    service_ids: [child.id],
    starts_at: "2026-01-10T10:00:00",
    ends_at: "2026-01-10T11:00:00",
  };
  await api.post(`/status_pages/${organization.page.subdomain}/incidents`, { incident });
  const days = async () => {
    const rows = await database.selectFrom("service_days").selectAll().where("status_page_id", "=", organization.page.id).execute();
    return Object.fromEntries(rows.map((row) => [row.service_id, row.major_seconds]));
  };
  expect(await days()).toEqual({ [one.id]: 3600, [child.id]: 3600 });
  await put(child.id, { parent_id: other.id });
  expect(await days()).toEqual({ [other.id]: 3600, [child.id]: 3600 });
  await put(child.id, { private: true });
  expect(await days()).toEqual({ [child.id]: 3600 });
  await put(child.id, { private: false });
  await api.delete(`/status_pages/${organization.page.subdomain}/services/${child.id}`);
  expect(await days()).toEqual({});
});

test("a service and those above it show what goes on", async ({ api, organization }) => {
  const { create, get } = servicesOf(api, organization.page.subdomain);
  const root = await create({ name: "Root" });
  const child = await create({ name: "Child", parent_id: root.id });
  const post = (type: string, id: number) =>
    api.post(`/status_pages/${organization.page.subdomain}/incidents`, { incident: { title: "Trouble", type, service_ids: [id] } });
  await post("minor", child.id);
  expect((await get(root.id)).current_incident_type).toBe("minor");
  await post("major", root.id);
  expect((await get(root.id)).current_incident_type).toBe("major");
  expect((await get(child.id)).current_incident_type).toBe("minor");
});

test("editors read services but do not change them; viewers and billing do not read them", async ({ api, organization }) => {
  const { create, path } = servicesOf(api, organization.page.subdomain);
  const { id } = await create({ name: "API" });
  const editor = api.as(organization.keys.editor);
  expect((await editor.get(`${path}/${id}`)).status).toBe(200);
  expect((await editor.put(`${path}/${id}`, { service: { name: "Mine" } })).status).toBe(403);
  for (const role of ["viewer", "billing"] as const) expect((await api.as(organization.keys[role]).get(path)).status).not.toBe(200);
  expect((await api.as(null).get(path)).json()).toEqual({ error: 401 });
});

test("headers of checks stay out of the audit log", async ({ api, organization, database }) => {
  const { create } = servicesOf(api, organization.page.subdomain);
  const { id } = await create({
    name: "API",
    monitoring_options: { method: "GET", headers: [{ key: "Authorization", value: "hunter2" }], keyword_down: null, keyword_up: null },
  });
  const logged = await database.selectFrom("audit_log").selectAll().where("organization_id", "=", organization.id).execute();
  expect(logged.map(({ action, subject_id }) => [action, subject_id])).toEqual([["service.create", id]]);
  expect(JSON.stringify(logged)).not.toContain("hunter2");
});
