import type { Incident } from "#lib/incidents/schema.ts";
import { expect, test } from "#tests/support/test.ts";

const LEARNED = "The **disk** was full.\n\n- We watch it now";

test("what was learned is told to visitors once the incident is over, to its team before", async ({
  api,
  organization,
  server,
  service,
}) => {
  const { subdomain } = organization.page;
  const path = `/status_pages/${subdomain}/incidents`;
  const incident = { title: "Down", type: "major", service_ids: [service], postmortem: LEARNED };
  const created = (await api.post(path, { incident })).json<{ incident: Incident }>().incident;
  expect(created.postmortem).toBe(LEARNED);
  const page = async () => (await server.visit(subdomain, `/incidents/${created.id}`)).text;
  const read = async (client = api) =>
    (await client.get(`${path}/${created.id}`)).json<{ incident: Incident }>().incident.postmortem;
  const told = async () => [
    await read(),
    await read(api.as(null)),
    (await page()).includes("disk"),
  ];

  expect(await told()).toEqual([LEARNED, null, false]);
  expect((await api.as(null).get(path)).text).not.toContain("disk");
  expect((await api.as(null).get(`/status_pages/${subdomain}/summary`)).text).not.toContain("disk");

  await api.post(`${path}/${created.id}/updates`, {
    update: { type: "resolved", description: "It works again" },
  });
  expect(await told()).toEqual([LEARNED, LEARNED, true]);
  expect(await page()).toMatch(/<h2 id="postmortem">Post-mortem<\/h2>.*<strong>disk<\/strong>/s);

  await api.put(`${path}/${created.id}`, { incident: { title: "Down for an hour" } });
  expect(await read()).toBe(LEARNED);
  await api.put(`${path}/${created.id}`, { incident: { postmortem: null } });
  expect(await told()).toEqual([null, null, false]);
  expect(await page()).not.toContain("postmortem");
});

test("a post-mortem that is too long is refused and changes nothing", async ({
  api,
  organization,
  service,
}) => {
  const path = `/status_pages/${organization.page.subdomain}/incidents`;
  const incident = { title: "Down", type: "major", service_ids: [service] };
  const { id } = (await api.post(path, { incident })).json<{ incident: Incident }>().incident;
  const refused = await api.put(`${path}/${id}`, {
    incident: { title: "Other", postmortem: "x".repeat(65_537) },
  });
  expect([refused.status, Object.keys(refused.json<{ errors: object }>().errors)]).toEqual([
    422,
    ["postmortem"],
  ]);
  expect((await api.get(`${path}/${id}`)).json<{ incident: Incident }>().incident).toMatchObject({
    title: "Down",
    postmortem: null,
  });
});
