import type { Incident } from "#lib/incidents/schema.ts";
import { mintService } from "#tests/support/data/mint.ts";
import { pathOf, sampleBody, sampleIds } from "#tests/support/data/samples.ts";
import { fieldsOf, operations, requestOf, sibling } from "#tests/support/http/operations.ts";
import { expect, test } from "#tests/support/test.ts";

type Json = Record<string, unknown>;

test("ids come back in the order in which they were given", async ({
  api,
  organization,
  database,
}) => {
  const { subdomain, id } = organization.page;
  const first = await mintService(database, id);
  const second = await mintService(database, id);
  const records: Record<string, object> = {
    incidents: { title: "Down", type: "major" },
    info_notices: { title: "News", updates: [{ description: "News" }] },
    incident_templates: { name: "Outage", title: "Down" },
    access_groups: { name: "Partners" },
    subscriptions: { type: "email", email: "reader@example.com" },
  };
  for (const [list, record] of Object.entries(records)) {
    const path = `/status_pages/${subdomain}/${list}`;
    const wrapper = list.slice(0, -1);
    const read = async (number: number) =>
      (await api.get(`${path}/${number}`)).json<Record<string, Json>>()[wrapper];
    const made = (
      await api.post(path, { [wrapper]: { ...record, service_ids: [second, first] } })
    ).json<Record<string, { id: number }>>();
    const number = made[wrapper]?.id ?? 0;
    expect([list, await read(number)]).toMatchObject([list, { service_ids: [second, first] }]);
    await api.put(`${path}/${number}`, { [wrapper]: { service_ids: [first, second] } });
    expect([list, await read(number)]).toMatchObject([list, { service_ids: [first, second] }]);
  }
});

test("settings of a maintenance's notices that are left out stay, and so does an end that is null", async ({
  api,
  organization,
  database,
}) => {
  const path = `/status_pages/${organization.page.subdomain}/incidents`;
  const maintenance_notify_settings = {
    before_notice_minutes: 60,
    second_before_notice_minutes: 5,
    on_start: true,
    on_end: true,
  };
  const service_ids = [await mintService(database, organization.page.id)];
  const times = { starts_at: "2099-01-01T00:00:00", ends_at: "2099-01-02T00:00:00" };
  const body = {
    incident: {
      title: "Move",
      type: "scheduled",
      service_ids,
      ...times,
      maintenance_notify_settings,
    },
  };
  const { id } = (await api.post(path, body)).json<{ incident: Incident }>().incident;
  for (const given of [{}, { on_end: false }]) {
    const answer = await api.put(`${path}/${id}`, {
      incident: { ends_at: null, maintenance_notify_settings: given },
    });
    expect(answer.json<{ incident: Incident }>().incident).toMatchObject({
      ...times,
      maintenance_notify_settings: { ...maintenance_notify_settings, ...given },
    });
  }
});

test("a body may begin with a byte order mark; one that is no UTF-8 is refused", async ({
  api,
  organization,
}) => {
  const path = `/status_pages/${organization.page.subdomain}/services`;
  const marked = await api.post(path, '\ufeff{"service": {"name": "Türkei"}}');
  expect([marked.status, marked.json()]).toMatchObject([201, { service: { name: "Türkei" } }]);
  const latin = Buffer.from('{"service": {"name": "Türkei"}}', "latin1");
  const refused = await api.post(path, latin, {
    headers: { "content-type": "application/json; charset=iso-8859-1" },
  });
  expect([refused.status, refused.json()]).toMatchObject([400, { error: 400 }]);
});

test("a slash at the end of a path, doubled ones and letters in percent notation make no difference", async ({
  api,
  organization,
  server,
}) => {
  const { subdomain } = organization.page;
  const made = await api.post(`//status_pages/${subdomain}/services/`, {
    service: { name: "API" },
  });
  expect(made.status, made.text).toBe(201);
  const listed = await api.get(`/status_pages/${subdomain}/services/?limit=1`);
  expect(listed.json()).toEqual(
    (await api.get(`/status_pages/${subdomain}/services?limit=1`)).json(),
  );
  for (const path of [
    `/status_pages/${subdomain}/status/`,
    `/status_pages/${subdomain}/%73tatus`,
  ]) {
    expect((await server.request(`/api/v2${path}`)).status, path).toBe(200);
  }
});

test("a query parameter that is empty is one that was left out", async ({ api, organization }) => {
  const { subdomain } = organization.page;
  await api.post(`/status_pages/${subdomain}/services`, { service: { name: "API" } });
  for (const list of [
    `/status_pages/${subdomain}/services?parent_id=&`,
    `/orgs/${organization.id}/members?email=&`,
  ]) {
    const answer = await api.get(`${list}before=&after=`);
    expect([answer.status, answer.json()]).toMatchObject([200, { meta: { total_count: 1 } }]);
  }
  expect((await api.get(`/status_pages/${subdomain}/services?limit=`)).status).toBe(400);
});

test("the document is answered like any public read", async ({ server }) => {
  const path = "/api/v2/openapi.json";
  const { status, headers } = await server.request(path);
  expect([status, headers["access-control-allow-origin"]]).toEqual([200, "*"]);
  expect(
    (await server.request(path, { headers: { "if-none-match": String(headers.etag) } })).status,
  ).toBe(304);
  const refused = await server.request(path, { method: "POST", body: {} });
  expect([refused.status, refused.headers.allow, refused.json()]).toMatchObject([
    405,
    "GET, HEAD, OPTIONS",
    { error: 405 },
  ]);
});

for (const operation of operations.filter(
  (one) => one.method === "POST" && sibling(one, "GET") && one.declaration.body,
)) {
  const documented = Object.entries(fieldsOf(requestOf(operation))).filter(
    ([, schema]) => "default" in schema,
  );
  if (documented.length === 0) continue;

  test(`POST ${operation.path}: what is not given becomes the documented default`, async ({
    api,
    organization,
    database,
  }) => {
    const ids = await sampleIds(database, organization);
    const [wrapper = ""] = Object.keys(sampleBody(operation.declaration, "POST")(ids));
    const answer = await api.post(
      pathOf(operation.path, ids),
      sampleBody(operation.declaration, "POST")(ids),
    );
    const expected = Object.fromEntries(documented.map(([name, schema]) => [name, schema.default]));
    expect([answer.status, answer.json<Record<string, Json>>()[wrapper]]).toMatchObject([
      201,
      expected,
    ]);
  });
}
