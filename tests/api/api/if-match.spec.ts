import { mintService } from "#tests/support/data/mint.ts";
import { expect, test } from "#tests/support/test.ts";

test("of several who change the same state of a record at once, one does", async ({
  api,
  organization,
  database,
}) => {
  const { subdomain, id } = organization.page;
  const created = await api.post(`/status_pages/${subdomain}/incident_templates`, {
    incident_template: { name: "Name", title: "Title" },
  });
  const template = created.json<{ incident_template: { id: number } }>().incident_template.id;
  const grouped = await api.post(`/status_pages/${subdomain}/subscription_groups`, {
    subscription_group: { name: "Name" },
  });
  const group = grouped.json<{ subscription_group: { id: number } }>().subscription_group.id;
  const records = [
    {
      path: `/status_pages/${subdomain}/services/${await mintService(database, id)}`,
      wrapper: "service",
      field: "name",
    },
    {
      path: `/status_pages/${subdomain}/incident_templates/${template}`,
      wrapper: "incident_template",
      field: "title",
    },
    {
      path: `/status_pages/${subdomain}/subscription_groups/${group}`,
      wrapper: "subscription_group",
      field: "name",
    },
    { path: `/orgs/${organization.id}`, wrapper: "organization", field: "name" },
  ];
  const owner = api.as(organization.owner.key);
  for (const { path, wrapper, field } of records) {
    const headers = { "if-match": String((await owner.get(path)).headers.etag) };
    const changes = ["a", "b", "c", "d", "e"].map((text) =>
      owner.put(path, { [wrapper]: { [field]: text } }, { headers }),
    );
    const answers = (await Promise.all(changes)).map(({ status }) => status);
    expect(answers.sort(), path).toEqual([200, 412, 412, 412, 412]);
  }
});

test("what was changed after it was seen is not deleted, nor by a client that also sends what it knows", async ({
  api,
  organization,
  database,
}) => {
  const path = `/status_pages/${organization.page.subdomain}/services/${await mintService(database, organization.page.id)}`;
  const seen = String((await api.get(path)).headers.etag);
  const changed = await api.put(path, { service: { name: "Changed" } });
  expect(changed.status).toBe(200);
  const now = String((await api.get(path)).headers.etag);
  expect(
    (await api.delete(path, { headers: { "if-match": seen, "if-none-match": now } })).status,
  ).toBe(412);
  expect((await api.delete(path, { headers: { "if-match": now } })).status).toBe(200);
  expect((await api.delete(path, { headers: { "if-match": now } })).status).toBe(404);
});

test("a change on condition of a tag is refused where a record never had one", async ({
  api,
  organization,
  database,
}) => {
  const { subdomain, id } = organization.page;
  const service = await mintService(database, id);
  const owner = api.as(organization.owner.key);
  const incident = { title: "Down", type: "major", service_ids: [service] };
  const created = await api.post(`/status_pages/${subdomain}/incidents`, {
    incident: { ...incident, updates: [{ description: "Said" }] },
  });
  const { id: incident_id, updates } = created.json<{
    incident: { id: number; updates: { id: number }[] };
  }>().incident;
  const members = `/orgs/${organization.id}/members`;
  const member = { member: { email: `m-${subdomain}@example.com`, role: "viewer" } };
  const { id: member_id } = (await owner.post(members, member)).json<{
    member: { id: number };
  }>().member;
  const writes: [path: string, body: object][] = [
    [
      `/status_pages/${subdomain}/incidents/${incident_id}/updates/${updates[0]?.id}`,
      { update: { description: "Said otherwise" } },
    ],
    [`${members}/${member_id}`, { member: { role: "editor" } }],
  ];
  for (const [path, body] of writes) {
    const headers = { "if-match": '"bogus"' };
    expect((await owner.put(path, body, { headers })).status, path).toBe(412);
    expect((await owner.delete(path, { headers })).status, path).toBe(412);
    expect((await owner.put(path, body, { headers: { "if-match": "*" } })).status, path).toBe(200);
  }
});
