import { mintService } from "#tests/support/mint.ts";
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
  ];
  for (const { path, wrapper, field } of records) {
    const headers = { "if-match": String((await api.get(path)).headers.etag) };
    const changes = ["a", "b", "c", "d", "e"].map((text) =>
      api.put(path, { [wrapper]: { [field]: text } }, { headers }),
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
