import { hoursAway } from "#tests/support/data/hours.ts";
import { mintIncident } from "#tests/support/data/incidents.ts";
import { mintPage, mintService } from "#tests/support/data/mint.ts";
import { expect, test } from "#tests/support/test.ts";

test("hello answers", async ({ server }) => {
  const answer = await server.request("/api/v2/hello");
  expect([answer.status, answer.json()]).toEqual([200, { message: "hello" }]);
});

test("the status of a page is public and readable from any site", async ({ api, organization }) => {
  const { subdomain, name } = organization.page;
  const answer = await api.as(null).get(`/status_pages/${subdomain}/status`);
  expect(answer.status).toBe(200);
  expect(answer.headers["access-control-allow-origin"]).toBe("*");
  expect(answer.json()).toEqual({
    status_page: {
      url: "https://example.com",
      time_zone: "Etc/UTC",
      subdomain,
      name,
      current_incident_type: null,
    },
  });
});

test("a page for certain addresses answers those alone, and lets no other site read what only the address may", async ({
  api,
  organization,
  database,
  server,
}) => {
  const near = await mintPage(database, organization.id, {
    restricted_ips: "192.0.2.7, 127.0.0.0/8",
  });
  const far = await mintPage(database, organization.id, {
    restricted_ips: "192.0.2.0/24, 2001:db8::/32",
  });
  const own = await server.request(`/api/v2/status_pages/${near.subdomain}/status`);
  expect([
    own.status,
    own.headers["cache-control"],
    own.headers["access-control-allow-origin"],
  ]).toEqual([200, "private, no-store", undefined]);
  const keyed = await api.get(`/status_pages/${near.subdomain}/status`);
  expect([keyed.status, keyed.headers["access-control-allow-origin"]]).toEqual([200, "*"]);
  const known = { headers: { "if-none-match": String(own.headers.etag) } };
  for (const path of ["/", "/rss", "/atom", "/calendar.ics", "/live"]) {
    expect([path, (await server.visit(far.subdomain, path, known)).status]).toEqual([path, 403]);
  }
  for (const path of ["/status", "/summary", "/incidents", "/info_notices"]) {
    const answer = await server.request(`/api/v2/status_pages/${far.subdomain}${path}`, known);
    expect([path, answer.status]).toEqual([path, 403]);
  }
  expect((await server.visit(near.subdomain, "/rss")).status).toBe(200);
});

test("an incident shows in page, service and summary on the very next read", async ({
  api,
  organization,
  database,
}) => {
  const { id, subdomain } = organization.page;
  const parent = await mintService(database, id, { name: "Parent" });
  const child = await mintService(database, id, { name: "Child", parent_id: parent });
  const visitor = api.as(null);
  const type = async (path: string) =>
    JSON.stringify((await visitor.get(`/status_pages/${subdomain}${path}`)).json());
  const paths = [
    "/status",
    "/summary",
    `/services/${parent}/status`,
    `/services/${parent}/summary`,
  ];
  for (const path of paths) expect(await type(path)).not.toContain('"major"');
  const incident = {
    title: "Down",
    type: "major",
    service_ids: [child],
    updates: [{ description: "Oh" }],
  };
  await api.post(`/status_pages/${subdomain}/incidents`, { incident });
  for (const path of paths)
    expect(await type(path), path).toContain('"current_incident_type":"major"');
});

test("the status of a service is that of its whole tree, in the page's order", async ({
  api,
  organization,
  database,
}) => {
  const { id, subdomain } = organization.page;
  const root = await mintService(database, id, { name: "Root" });
  const late = await mintService(database, id, { name: "Late", parent_id: root, order: 2 });
  const early = await mintService(database, id, { name: "Early", parent_id: root, order: 1 });
  await mintIncident(database, id, {
    severity: "minor",
    starts_at: hoursAway(-1),
    ends_at: null,
    service_ids: [late],
  });
  expect(
    (await api.as(null).get(`/status_pages/${subdomain}/services/${root}/status`)).json(),
  ).toEqual({
    service: {
      name: "Root",
      id: root,
      current_incident_type: "minor",
      children: [
        { name: "Early", id: early, current_incident_type: null, children: [] },
        { name: "Late", id: late, current_incident_type: "minor", children: [] },
      ],
    },
  });
});

test("a member-restricted page is told to its members only, and never from the cache", async ({
  api,
  organization,
}) => {
  const { subdomain } = organization.page;
  const path = `/status_pages/${subdomain}/status`;
  expect((await api.as(null).get(path)).status).toBe(200);
  await api.put(`/orgs/${organization.id}/status_pages/${subdomain}`, {
    status_page: { member_restricted: true },
  });
  expect((await api.as(null).get(path)).status).toBe(403);
  expect((await api.as(organization.keys.viewer).get(path)).status).toBe(200);
  expect((await api.as(null).get(path)).status).toBe(403);
});

test("unknown pages and services are 404", async ({ api, organization }) => {
  for (const path of ["/status_pages/nowhere/status", "/status_pages/nowhere/summary"]) {
    expect((await api.as(null).get(path)).json()).toEqual({ error: 404, message: "Not found" });
  }
  for (const service of ["0", "1.5", "x", "99999999999999999999", "999999999"]) {
    expect(
      (
        await api
          .as(null)
          .get(`/status_pages/${organization.page.subdomain}/services/${service}/status`)
      ).status,
    ).toBe(404);
  }
});
