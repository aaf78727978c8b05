import {
  addType,
  type Errors,
  enable,
  type Incident,
  open,
  security,
  typesOf,
} from "#tests/support/data/incident-types.ts";
import { mintOrganization, mintService } from "#tests/support/data/mint.ts";
import { expect, test } from "#tests/support/test.ts";

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
