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
