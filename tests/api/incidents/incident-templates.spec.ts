import { mintOrganization, mintService } from "#tests/support/data/mint.ts";
import type { Api } from "#tests/support/http/api.ts";
import { expect, test } from "#tests/support/test.ts";

type Template = { id: number; service_ids: number[]; incident_types: string[] };
type Single = { incident_template: Template };
type List = { incident_templates: Template[] };

function pathOf(subdomain: string): string {
  return `/status_pages/${subdomain}/incident_templates`;
}

async function post(api: Api, subdomain: string, fields: object): Promise<Template> {
  const response = await api.post(pathOf(subdomain), {
    incident_template: { name: "Outage", title: "We are down", ...fields },
  });
  expect(response.status, response.text).toBe(201);
  return response.json<Single>().incident_template;
}

test("a template is answered as it was sent, alone and in a list without pagination", async ({
  api,
  organization,
  database,
}) => {
  const { subdomain, id } = organization.page;
  const service = await mintService(database, id);
  const fields = {
    name: "Outage",
    title: "We are down",
    description: "We are looking into it.",
    service_ids: [service],
    incident_types: ["major", "minor"],
    translations: { de: { title: "Ausfall", description: "Wir suchen." } },
  };
  const created = await post(api, subdomain, fields);
  expect(created).toEqual({ id: expect.any(Number), ...fields });
  const bare = await post(api, subdomain, {});
  expect(bare).toEqual({
    id: bare.id,
    name: "Outage",
    title: "We are down",
    description: "",
    service_ids: [],
    incident_types: [],
    translations: {},
  });
  expect((await api.get(`${pathOf(subdomain)}/${created.id}`)).json()).toEqual({
    incident_template: created,
  });
  expect((await api.get(pathOf(subdomain))).json()).toEqual({
    incident_templates: [created, bare],
  });
});

test("a template needs a name and a title, known services and known types; refused, nothing changes", async ({
  api,
  organization,
  database,
}) => {
  const { subdomain } = organization.page;
  const foreign = await mintOrganization(database);
  const service = await mintService(database, foreign.page.id);
  const { id } = await post(api, subdomain, {});
  const before = (await api.get(pathOf(subdomain))).json<List>();
  const refusals = [
    { fields: { name: "A", title: "B", service_ids: [service] }, paths: ["service_ids"] },
    { fields: { name: "A", title: "B", incident_types: ["planned"] }, paths: ["incident_types"] },
  ];
  for (const { fields, paths } of refusals) {
    for (const response of [
      await api.post(pathOf(subdomain), { incident_template: fields }),
      await api.put(`${pathOf(subdomain)}/${id}`, { incident_template: fields }),
    ]) {
      expect(response.status).toBe(422);
      expect(Object.keys(response.json<{ errors: object }>().errors)).toEqual(paths);
    }
  }
  const blank = await api.post(pathOf(subdomain), { incident_template: { name: "", title: null } });
  expect(blank.json()).toEqual({ errors: { name: ["can't be blank"], title: ["can't be blank"] } });
  expect((await api.get(pathOf(subdomain))).json()).toEqual(before);
});

test("a change touches the given fields only; zero values change nothing", async ({
  api,
  organization,
  database,
}) => {
  const { subdomain, id } = organization.page;
  const service = await mintService(database, id);
  const created = await post(api, subdomain, {
    service_ids: [service],
    incident_types: ["minor"],
    description: "Text",
  });
  const put = async (incident_template: object) => {
    const response = await api.put(`${pathOf(subdomain)}/${created.id}`, { incident_template });
    expect(response.status, response.text).toBe(200);
    return response.json<Single>().incident_template;
  };
  expect(
    await put({ id: 0, name: "", title: "", service_ids: null, incident_types: null }),
  ).toEqual(created);
  expect(await put({ title: "New", service_ids: [] })).toEqual({
    ...created,
    title: "New",
    service_ids: [],
  });
});

test("a deleted service is taken out of templates, a deleted template is gone", async ({
  api,
  organization,
  database,
}) => {
  const { subdomain, id } = organization.page;
  const services = [await mintService(database, id), await mintService(database, id)];
  const created = await post(api, subdomain, { service_ids: services });
  await api.delete(`/status_pages/${subdomain}/services/${services[0]}`);
  const read = await api.get(`${pathOf(subdomain)}/${created.id}`);
  expect(read.json<Single>().incident_template.service_ids).toEqual([services[1]]);
  const response = await api.delete(`${pathOf(subdomain)}/${created.id}`);
  expect([response.status, response.text]).toEqual([200, '""']);
  expect((await api.get(`${pathOf(subdomain)}/${created.id}`)).status).toBe(404);
});

test("another page's template is not found", async ({ api, organization, database }) => {
  const { id } = await post(api, organization.page.subdomain, {});
  const foreign = await mintOrganization(database);
  expect(
    (await api.as(foreign.keys.owner).get(`${pathOf(foreign.page.subdomain)}/${id}`)).status,
  ).toBe(404);
});
