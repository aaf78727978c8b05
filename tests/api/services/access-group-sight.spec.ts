import { newSession } from "#lib/identity/sessions/session-token.ts";
import { findUser } from "#lib/identity/users/queries.ts";
import { addGroup, groupsOf, membershipOf, test } from "#tests/support/data/access-groups.ts";
import { mintUser } from "#tests/support/data/mint.ts";
import { type Api, apiOf } from "#tests/support/http/api.ts";
import { expect } from "#tests/support/test.ts";

type Titled = { title: string; service_ids: number[] };

type Summary = {
  services: { name: string; children: { name: string }[] }[];
  incidents: Titled[];
  info_notices: Titled[];
};

async function seen(api: Api, base: string) {
  const summary = (await api.get(`${base}/summary`)).json<Summary>();
  const incidents = (await api.get(`${base}/incidents`)).json<{ incidents: Titled[] }>().incidents;
  const notices = (await api.get(`${base}/info_notices`)).json<{ info_notices: Titled[] }>()
    .info_notices;
  const names = (rows: Titled[]) => rows.map((row) => row.title.split(" ")[1]).sort();
  expect(names(summary.incidents)).toEqual(names(incidents));
  expect(names(summary.info_notices)).toEqual(names(notices));
  return {
    services: summary.services.flatMap((service) => [
      service.name,
      ...service.children.map((child) => child.name),
    ]),
    incidents: names(incidents),
    notices: names(notices),
  };
}

test("a viewer in no group sees all of a members' page but what is private", async ({
  members: { asViewer, base },
}) => {
  expect(await seen(asViewer, base)).toEqual({
    services: ["Shop", "Cart", "Bank"],
    incidents: ["bank", "both", "cart"],
    notices: ["bank", "both", "cart", "page"],
  });
});

test("a viewer in groups sees their services, what is below those, and what concerns these or the whole page", async ({
  members,
  database,
}) => {
  const { api, asViewer, base, subdomain, shop, bank, cart, vault, viewer } = members;
  const membership = await membershipOf(database, viewer);
  const group = await addGroup(api, subdomain, {
    service_ids: [shop],
    users_status_pages: [membership],
  });
  expect(await seen(asViewer, base)).toEqual({
    services: ["Shop", "Cart"],
    incidents: ["both", "cart"],
    notices: ["both", "cart", "page"],
  });
  const { incidents } = (await asViewer.get(`${base}/incidents`)).json<{ incidents: Titled[] }>();
  expect(incidents.flatMap((row) => row.service_ids)).toEqual([cart, cart]);
  expect((await asViewer.get(`${base}/status`)).json()).toMatchObject({
    status_page: { current_incident_type: "minor" },
  });
  expect((await asViewer.get(`${base}/services/${bank}/status`)).status).toBe(404);
  expect((await asViewer.get(`${base}/services/${cart}/status`)).status).toBe(200);

  await addGroup(api, subdomain, { service_ids: [bank, vault], users_status_pages: [membership] });
  expect((await seen(asViewer, base)).services).toEqual(["Shop", "Cart", "Bank"]);
  await api.put(`${groupsOf(subdomain)}/${group.id}`, { access_group: { service_ids: [] } });
  expect(await seen(asViewer, base)).toEqual({
    services: ["Bank"],
    incidents: ["bank", "both"],
    notices: ["bank", "both", "page"],
  });
});

test("a viewer whose groups have no services sees what concerns the whole page, nothing else", async ({
  members,
  database,
}) => {
  const { api, asViewer, base, subdomain, viewer } = members;
  await addGroup(api, subdomain, { users_status_pages: [await membershipOf(database, viewer)] });
  expect(await seen(asViewer, base)).toEqual({ services: [], incidents: [], notices: ["page"] });
});

test("what a viewer may not see is not found by its id either", async ({ members, database }) => {
  const { api, asViewer, base, subdomain, shop, viewer } = members;
  await addGroup(api, subdomain, {
    service_ids: [shop],
    users_status_pages: [await membershipOf(database, viewer)],
  });
  const all = {
    incidents: (await api.get(`${base}/incidents`)).json<{
      incidents: (Titled & { id: number })[];
    }>().incidents,
    info_notices: (await api.get(`${base}/info_notices`)).json<{
      info_notices: (Titled & { id: number })[];
    }>().info_notices,
  };
  for (const [kind, rows] of Object.entries(all)) {
    for (const { id, title } of rows) {
      const mine = /cart|both|page/.test(title);
      expect((await asViewer.get(`${base}/${kind}/${id}`)).status, title).toBe(mine ? 200 : 404);
    }
  }
});

test("deleting a service does not show what happened to it to those who could not see it", async ({
  members,
  database,
}) => {
  const { api, asViewer, base, subdomain, shop, bank, viewer } = members;
  await addGroup(api, subdomain, {
    service_ids: [shop],
    users_status_pages: [await membershipOf(database, viewer)],
  });
  expect((await api.delete(`${base}/services/${bank}`)).status).toBe(200);
  expect(await seen(asViewer, base)).toEqual({
    services: ["Shop", "Cart"],
    incidents: ["both", "cart"],
    notices: ["both", "cart", "page"],
  });
});

test("deleting a service that everybody sees leaves its history", async ({ members }) => {
  const { api, asViewer, base, bank } = members;
  expect((await api.delete(`${base}/services/${bank}`)).status).toBe(200);
  expect((await seen(asViewer, base)).incidents).toEqual(["bank", "both", "cart"]);
});

test("groups limit viewers only, and only where the page is for members", async ({
  members,
  database,
  server,
}) => {
  const { api, organization, base, subdomain, shop, viewer, asViewer } = members;
  const editor = await mintUser(database, organization.id, "editor");
  const users_status_pages = [
    await membershipOf(database, viewer),
    await membershipOf(database, editor),
  ];
  await addGroup(api, subdomain, { service_ids: [shop], users_status_pages });
  const { incidents } = (await apiOf(server, editor.key).get(`${base}/incidents`)).json<{
    incidents: Titled[];
  }>();
  expect(incidents).toHaveLength(4);
  await api.put(`/orgs/${organization.id}/status_pages/${subdomain}`, {
    status_page: { member_restricted: false },
  });
  expect((await seen(asViewer, base)).services).toEqual(["Shop", "Cart", "Bank"]);
});

test("page, feeds and calendar show a viewer no more than the API does, by key or session, and others nothing", async ({
  members,
  database,
  server,
}) => {
  const { api, subdomain, shop, viewer } = members;
  await addGroup(api, subdomain, {
    service_ids: [shop],
    users_status_pages: [await membershipOf(database, viewer)],
  });
  const user = await findUser(database, viewer.id);
  const session = user && (await newSession(database, user));
  const callers = {
    key: { authorization: viewer.key },
    session: { cookie: `next-auth.session-token=${session}` },
  };
  for (const path of ["", "/rss", "/atom", "/calendar.ics"]) {
    for (const [how, headers] of Object.entries(callers)) {
      const { status, text } = await server.request(`/s/${subdomain}${path}`, { headers });
      expect([status, how, path]).toEqual([200, how, path]);
      expect(text).toContain("Incident cart");
      expect(text).not.toMatch(/Incident bank|Incident vault|Bank|Vault/);
    }
    const stranger = await server.request(`/s/${subdomain}${path}`);
    expect([stranger.status, path]).toEqual([403, path]);
    expect(stranger.text).not.toContain("Incident");
  }
});
