import { shiftedBy } from "#tests/support/data/addresses.ts";
import { mintOrganization } from "#tests/support/data/mint.ts";
import type { Api } from "#tests/support/http/api.ts";
import { apiOf } from "#tests/support/http/api.ts";
import { expect, test } from "#tests/support/test.ts";

async function rename(api: Api, organization: number, from: string, to: string) {
  const path = `/orgs/${organization}/status_pages/${from}`;
  return api.put(path, { status_page: { subdomain: to } });
}

const PATHS = ["/", "/incidents/7?lang=de&x=1", "/rss", "/calendar.ics?x=%2F", "/nothing/at/all"];

test("a former subdomain leads to the same path and query at the present one, from memory", async ({
  server,
  organization,
  api,
}) => {
  const { subdomain: from } = organization.page;
  const to = `${from}-b`;
  await server.visit(from, "/");
  await server.request(`/s/${from}`);
  expect((await rename(api, organization.id, from, to)).status).toBe(200);
  for (const path of PATHS) {
    const own = await server.visit(from, path);
    expect([own.status, own.headers.location], path).toEqual([301, server.pageUrl(to) + path]);
    const inside = path === "/" ? "" : path;
    const under = await server.request(`/s/${from}${inside}`);
    expect([under.status, under.headers.location], path).toEqual([301, `/s/${to}${inside}`]);
    const again = await server.visit(from, path.replace("x=", "y="));
    expect(again.headers["cache-status"], path).toBe("allclear; hit");
    expect(again.headers.location).toBe(server.pageUrl(to) + path.replace("x=", "y="));
  }
  const head = await server.visit(from, "/", { method: "HEAD" });
  expect([head.status, head.headers.location]).toEqual([301, `${server.pageUrl(to)}/`]);
  const post = { method: "POST", body: "x" };
  const form = await server.visit(from, "/day?lang=de", post);
  expect([form.status, form.text]).toEqual([
    410,
    expect.stringContaining(`<a href="${server.pageUrl(to)}/day?lang=de">Weiter zur Statusseite<`),
  ]);
  const under = await server.request(`/s/${from}/day?lang=de`, post);
  expect([under.status, under.headers.location]).toEqual([308, `/s/${to}/day?lang=de`]);
});

test("a page that is renamed twice is led to at once from both former names", async ({
  server,
  organization,
  api,
}) => {
  const { subdomain: first } = organization.page;
  const [second, third] = [`${first}-b`, `${first}-c`];
  await rename(api, organization.id, first, second);
  const location = async (name: string) => (await server.visit(name, "/")).headers.location;
  expect(await location(first)).toBe(`${server.pageUrl(second)}/`);
  await rename(api, organization.id, second, third);
  for (const name of [first, second])
    expect(await location(name)).toBe(`${server.pageUrl(third)}/`);
  await rename(api, organization.id, third, first);
  expect((await server.visit(first, "/")).status).toBe(200);
  for (const name of [second, third])
    expect(await location(name)).toBe(`${server.pageUrl(first)}/`);
});

test("links of the page, its feeds and the API use the present address; what feeds call things stays", async ({
  server,
  organization,
  service,
  api,
}) => {
  const { subdomain: from } = organization.page;
  const to = `${from}-b`;
  const incident = { title: "Down", type: "major", service_ids: [service] };
  const created = await api.post(`/status_pages/${from}/incidents`, { incident });
  const { id } = created.json<{ incident: { id: number } }>().incident;
  const guid = async (name: string) =>
    /<guid[^>]*>([^<]*)/.exec((await server.visit(name, "/rss")).text)?.[1];
  const before = await guid(from);
  await rename(api, organization.id, from, to);
  const url = `${server.pageUrl(to)}/incidents/${id}`;
  const read = await api.get(`/status_pages/${to}/incidents/${id}`);
  expect(read.json()).toMatchObject({ incident: { url } });
  const summary = await api.as(null).get(`/status_pages/${to}/summary`);
  expect(summary.json()).toMatchObject({ incidents: [{ url }] });
  expect((await server.visit(to, "/rss")).text).toContain(`<link>${url}</link>`);
  expect(await guid(to)).toBe(before);
  for (const ask of [server.visit(to, "/"), server.request(`/s/${to}`)])
    expect((await ask).text).toContain(`rel="canonical" href="${server.pageUrl(to)}/"`);
});

test("clients of the API that know a former subdomain read and write on, for thirty days", async ({
  organization,
  service,
  api,
  database,
}) => {
  const { subdomain: from } = organization.page;
  await rename(api, organization.id, from, `${from}-b`);
  const incident = { title: "Down", type: "major", service_ids: [service] };
  expect((await api.post(`/status_pages/${from}/incidents`, { incident })).status).toBe(201);
  const status = () => api.as(null).get(`/status_pages/${from}/status`);
  expect((await status()).json()).toMatchObject({ status_page: { subdomain: `${from}-b` } });
  await shiftedBy(database, from, -31);
  await rename(api, organization.id, `${from}-b`, `${from}-c`);
  expect((await status()).status).toBe(404);
});

test("a former subdomain is its page's for thirty days, and nobody's once the page is deleted", async ({
  server,
  organization,
  api,
  database,
}) => {
  const other = await mintOrganization(database);
  const stranger = apiOf(server, other.keys.owner);
  const { subdomain: name } = organization.page;
  const wanted = { name: "P", url: "https://example.com", time_zone: "UTC", subdomain: name };
  const create = () => stranger.post(`/orgs/${other.id}/status_pages`, { status_page: wanted });
  const taken = { errors: { subdomain: ["has already been taken"] } };
  await rename(api, organization.id, name, `${name}-b`);
  const refused = await create();
  expect([refused.status, refused.json()]).toEqual([422, taken]);
  const theirs = await rename(stranger, other.id, other.page.subdomain, name);
  expect([theirs.status, theirs.json()]).toEqual([422, taken]);
  const generated = { ...wanted, name, subdomain: "" };
  const made = await stranger.post(`/orgs/${other.id}/status_pages`, { status_page: generated });
  expect(made.json()).toMatchObject({ status_page: { subdomain: `${name}-2` } });
  expect((await rename(api, organization.id, `${name}-b`, name)).status).toBe(200);
  expect((await server.visit(name, "/")).status).toBe(200);

  await rename(api, organization.id, name, `${name}-c`);
  expect((await server.visit(name, "/")).status).toBe(301);
  const owner = api.as(organization.keys.owner);
  const gone = await owner.delete(`/orgs/${organization.id}/status_pages/${name}-c`);
  expect(gone.status).toBe(200);
  expect((await server.visit(name, "/")).status).toBe(404);
  expect((await create()).status).toBe(201);
  expect((await server.visit(name, "/")).status).toBe(200);
});

test("whoever may not see a page does not learn its new name from the former one", async ({
  server,
  organization,
  api,
}) => {
  const { subdomain: from } = organization.page;
  await rename(api, organization.id, from, `${from}-b`);
  expect((await server.visit(from, "/")).status).toBe(301);
  const path = `/orgs/${organization.id}/status_pages/${from}`;
  expect((await api.put(path, { status_page: { member_restricted: true } })).status).toBe(200);
  const closed = await server.visit(from, "/");
  expect([closed.status, closed.headers.location]).toEqual([403, undefined]);
  expect(closed.text).not.toContain(`${from}-b`);
});
