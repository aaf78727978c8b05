import type { Api } from "#tests/support/api.ts";
import { mintOrganization, mintService } from "#tests/support/mint.ts";
import { expect, test } from "#tests/support/test.ts";

type Type = { id: number; key: string; order: number };
type Incident = { id: number; type: string };
type Errors = { errors: Record<string, string[]> };

const security = {
  key: "security",
  name: "Security incident",
  color: "aB12cd",
  base_severity: "major",
};

function typesOf(subdomain: string): string {
  return `/status_pages/${subdomain}/incident_types`;
}

async function enable(
  api: Api,
  organizationId: number,
  subdomain: string,
  enabled = true,
): Promise<void> {
  const status_page = { custom_incident_types_enabled: enabled };
  expect(
    (await api.put(`/orgs/${organizationId}/status_pages/${subdomain}`, { status_page })).status,
  ).toBe(200);
}

async function addType(api: Api, subdomain: string, fields: object = {}): Promise<Type> {
  const response = await api.post(typesOf(subdomain), {
    incident_type: { ...security, ...fields },
  });
  expect(response.status, response.text).toBe(201);
  return response.json<{ incident_type: Type }>().incident_type;
}

async function open(api: Api, subdomain: string, fields: object): Promise<Incident> {
  const response = await api.post(`/status_pages/${subdomain}/incidents`, {
    incident: { title: "Something", ...fields },
  });
  expect(response.status, response.text).toBe(201);
  return response.json<{ incident: Incident }>().incident;
}

test("a type is answered as it was sent and listed in the page's order", async ({
  api,
  organization,
}) => {
  const { subdomain } = organization.page;
  const created = await addType(api, subdomain, {
    translations: { de: { name: "Sicherheitsvorfall" } },
  });
  const time = expect.any(String);
  expect(created).toEqual({
    id: expect.any(Number),
    inserted_at: time,
    updated_at: time,
    ...security,
    order: 1,
    translations: { de: { name: "Sicherheitsvorfall" } },
  });
  const second = await addType(api, subdomain, {
    key: "upgrade",
    color: null,
    base_severity: "scheduled",
  });
  const put = await api.put(`${typesOf(subdomain)}/${created.id}`, {
    incident_type: { order: 5, key: "security", color: "" },
  });
  const changed = { ...created, updated_at: time, order: 5, color: null };
  expect(put.json()).toEqual({ incident_type: changed });
  expect((await api.get(`${typesOf(subdomain)}/${created.id}`)).json()).toEqual({
    incident_type: changed,
  });
  expect((await api.get(typesOf(subdomain))).json()).toEqual({ incident_types: [second, changed] });
});

test("built-in keys are reserved, keys are unique on a page, well-formed and never change", async ({
  api,
  organization,
  database,
}) => {
  const { subdomain } = organization.page;
  const { id } = await addType(api, subdomain);
  for (const key of ["major", "minor", "scheduled", "security", "Sécurité", "a b", ""]) {
    const response = await api.post(typesOf(subdomain), { incident_type: { ...security, key } });
    expect(response.status, key).toBe(422);
    expect(Object.keys(response.json<Errors>().errors)).toEqual(["key"]);
  }
  const renamed = await api.put(`${typesOf(subdomain)}/${id}`, {
    incident_type: { key: "safety" },
  });
  expect(renamed.json()).toEqual({ errors: { key: ["cannot be changed"] } });
  const foreign = await mintOrganization(database);
  await addType(api.as(foreign.keys.admin), foreign.page.subdomain);
  expect(
    (await api.as(foreign.keys.admin).get(`${typesOf(foreign.page.subdomain)}/${id}`)).status,
  ).toBe(404);
});

test("an incident can have a type of its page only while custom types are on; what has it keeps it", async ({
  api,
  organization,
  database,
}) => {
  const { subdomain, id } = organization.page;
  const service = await mintService(database, id);
  await addType(api, subdomain);
  const incident = { title: "Leak", type: "security", service_ids: [service] };
  const path = `/status_pages/${subdomain}/incidents`;
  const refused = await api.post(path, { incident });
  expect(refused.json()).toEqual({ errors: { type: ["must be one of: major, minor, scheduled"] } });
  await enable(api, organization.id, subdomain);
  const unknown = await api.post(path, { incident: { ...incident, type: "safety" } });
  expect(unknown.json()).toEqual({
    errors: { type: ["must be one of: major, minor, scheduled, security"] },
  });
  const created = await open(api, subdomain, incident);
  expect(created.type).toBe("security");
  await enable(api, organization.id, subdomain, false);
  const put = await api.put(`${path}/${created.id}`, {
    incident: { title: "A leak", type: "security" },
  });
  expect(put.json()).toMatchObject({ incident: { title: "A leak", type: "security" } });
  expect(
    (
      await api.post(`${path}/${created.id}/updates`, {
        update: { description: "Closed", type: "resolved" },
      })
    ).status,
  ).toBe(201);
});

test("a custom type shows in filter, status, summary and services, with its base severity for the page", async ({
  api,
  organization,
  database,
}) => {
  const { subdomain, id } = organization.page;
  const service = await mintService(database, id);
  await enable(api, organization.id, subdomain);
  await addType(api, subdomain);
  const incident = await open(api, subdomain, { type: "security", service_ids: [service] });
  await open(api, subdomain, { type: "minor", service_ids: [service] });
  const visitor = api.as(null);
  const base = `/status_pages/${subdomain}`;
  const filtered = (await visitor.get(`${base}/incidents?type=security`)).json<{
    incidents: Incident[];
  }>();
  expect(filtered.incidents.map((row) => row.id)).toEqual([incident.id]);
  expect((await visitor.get(`${base}/status`)).json()).toMatchObject({
    status_page: { current_incident_type: "security" },
  });
  expect((await visitor.get(`${base}/summary`)).json()).toMatchObject({
    current_status_type: "major",
    services: [{ current_incident_type: "security" }],
  });
  expect((await api.get(`${base}/services/${service}`)).json()).toMatchObject({
    service: { current_incident_type: "security" },
  });
});

test("a type with the base scheduled makes maintenances: an incident cannot become one", async ({
  api,
  organization,
  database,
}) => {
  const { subdomain, id } = organization.page;
  const service_ids = [await mintService(database, id)];
  await enable(api, organization.id, subdomain);
  await addType(api, subdomain, { key: "upgrade", base_severity: "scheduled" });
  const incidents = `/status_pages/${subdomain}/incidents`;
  const endless = await api.post(incidents, {
    incident: { title: "Upgrade", type: "upgrade", service_ids },
  });
  expect(Object.keys(endless.json<Errors>().errors)).toEqual(["starts_at", "ends_at"]);
  const times = { starts_at: "2020-01-01T00:00:00", ends_at: "2099-01-01T00:00:00" };
  const maintenance = await open(api, subdomain, { type: "upgrade", service_ids, ...times });
  const summary = (await api.get(`/status_pages/${subdomain}/summary`)).json<{
    maintenances: Incident[];
  }>();
  expect(summary.maintenances).toMatchObject([{ id: maintenance.id, type: "upgrade" }]);
  const turned = await api.put(`${incidents}/${maintenance.id}`, { incident: { type: "major" } });
  expect(Object.keys(turned.json<Errors>().errors)).toEqual(["type"]);
});

test("a type in use is neither deleted nor turned from incident into maintenance, not even while updates have moved it", async ({
  api,
  organization,
  database,
}) => {
  const { subdomain, id } = organization.page;
  const service_ids = [await mintService(database, id)];
  await enable(api, organization.id, subdomain);
  const type = await addType(api, subdomain);
  const incident = await open(api, subdomain, { type: "security", service_ids });
  const updates = `/status_pages/${subdomain}/incidents/${incident.id}/updates`;
  const moved = await api.post(updates, {
    update: { type: "deescalate", description: "Less bad" },
  });
  const path = `${typesOf(subdomain)}/${type.id}`;
  expect((await api.delete(path)).json()).toEqual({ errors: { base: ["is in use by incidents"] } });
  const crossed = await api.put(path, { incident_type: { base_severity: "scheduled" } });
  expect(crossed.json()).toEqual({ errors: { base_severity: ["is in use by incidents"] } });
  await api.delete(`${updates}/${moved.json<{ update: { id: number } }>().update.id}`);
  const back = (await api.get(`/status_pages/${subdomain}/incidents/${incident.id}`)).json<{
    incident: Incident;
  }>();
  expect(back.incident.type).toBe("security");
  await api.delete(`/status_pages/${subdomain}/incidents/${incident.id}`);
  expect((await api.put(path, { incident_type: { base_severity: "scheduled" } })).status).toBe(200);
  const response = await api.delete(path);
  expect([response.status, response.text]).toEqual([200, '""']);
});

test("a new base severity is that of all incidents of the type, and the uptime of the past follows", async ({
  api,
  organization,
  database,
}) => {
  const { subdomain, id } = organization.page;
  const service = await mintService(database, id);
  await enable(api, organization.id, subdomain);
  const type = await addType(api, subdomain, { base_severity: "minor" });
  const past = { starts_at: "2026-11-01T10:00:00", ends_at: "2026-11-01T11:00:00" };
  await open(api, subdomain, { type: "security", service_ids: [service], ...past });
  await open(api, subdomain, { type: "security", service_ids: [service] });
  const days = () =>
    database
      .selectFrom("service_days")
      .select(["day", "major_seconds", "minor_seconds"])
      .where("status_page_id", "=", id)
      .where("day", "=", "2026-11-01")
      .execute();
  expect(await days()).toEqual([{ day: "2026-11-01", major_seconds: 0, minor_seconds: 3600 }]);
  expect(
    (
      await api.put(`${typesOf(subdomain)}/${type.id}`, {
        incident_type: { base_severity: "major" },
      })
    ).status,
  ).toBe(200);
  expect(await days()).toEqual([{ day: "2026-11-01", major_seconds: 3600, minor_seconds: 0 }]);
  const summary = await api.as(null).get(`/status_pages/${subdomain}/summary`);
  expect(summary.json()).toMatchObject({
    current_status_type: "major",
    status_page: { current_incident_type: "security" },
  });
});

test("templates may name the page's types and forget those that are deleted", async ({
  api,
  organization,
}) => {
  const { subdomain } = organization.page;
  const type = await addType(api, subdomain);
  const templates = `/status_pages/${subdomain}/incident_templates`;
  const fields = { name: "Leak", title: "Data leak", incident_types: ["security", "major"] };
  const created = (await api.post(templates, { incident_template: fields })).json<{
    incident_template: { id: number };
  }>();
  await api.delete(`${typesOf(subdomain)}/${type.id}`);
  const read = await api.get(`${templates}/${created.incident_template.id}`);
  expect(read.json()).toMatchObject({ incident_template: { incident_types: ["major"] } });
});

test("the document marks types as ours", async ({ api }) => {
  const { paths } = (await api.get("/openapi.json")).json<{
    paths: Record<string, Record<string, object>>;
  }>();
  expect(paths["/status_pages/{subdomain}/incident_types"]?.post).toHaveProperty(
    "x-extension",
    true,
  );
  expect(paths["/status_pages/{subdomain}/incident_templates"]?.post).not.toHaveProperty(
    "x-extension",
  );
});

test("the page, its feeds and its calendar call a custom type by its name, in the visitor's language, and give it its colour", async ({
  api,
  organization,
  database,
  server,
}) => {
  const { subdomain, id } = organization.page;
  const service_ids = [await mintService(database, id)];
  await enable(api, organization.id, subdomain);
  const type = await addType(api, subdomain, {
    name: "Breach",
    translations: { de: { name: "Einbruch" } },
  });
  await open(api, subdomain, { title: "Leak", type: "security", service_ids });
  const page = (await server.visit(subdomain)).text;
  expect(page).toMatch(new RegExp(`<em class="k j y${type.id}">Breach</em>`));
  expect(page).toMatch(new RegExp(`\\.y${type.id}\\.y${type.id}\\{--s:#[0-9a-f]{6}`));
  expect((await server.visit(subdomain, "/?lang=de")).text).toContain(">Einbruch</em>");
  for (const path of ["/rss", "/atom", "/calendar.ics"])
    expect((await server.visit(subdomain, path)).text, path).toContain("Breach: Leak");
});
