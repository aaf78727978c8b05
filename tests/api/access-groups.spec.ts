import type { Db } from "#db/index.ts";
import { newSession } from "#lib/sessions/session-token.ts";
import { findUser } from "#lib/users/queries.ts";
import { type Api, apiOf } from "#tests/support/api.ts";
import { type MintedUser, mintOrganization, mintService, mintUser } from "#tests/support/mint.ts";
import type { TestServer } from "#tests/support/server.ts";
import { test as base, expect } from "#tests/support/test.ts";

type Group = { id: number; name: string; service_ids: number[]; users_status_pages: number[] };
type Titled = { title: string; service_ids: number[] };
type Summary = {
  services: { name: string; children: { name: string }[] }[];
  incidents: Titled[];
  info_notices: Titled[];
};

async function membershipOf(database: Db, user: MintedUser): Promise<number> {
  const row = await database
    .selectFrom("memberships")
    .select("id")
    .where("user_id", "=", user.id)
    .executeTakeFirstOrThrow();
  return row.id;
}

function groupsOf(subdomain: string): string {
  return `/status_pages/${subdomain}/access_groups`;
}

async function addGroup(api: Api, subdomain: string, fields: object): Promise<Group> {
  const response = await api.post(groupsOf(subdomain), {
    access_group: { name: "Partners", ...fields },
  });
  expect(response.status, response.text).toBe(200);
  return response.json<{ access_group: Group }>().access_group;
}

/**
 * A page for members only: shop ─ cart, bank ─ vault (private), with an incident and a notice for
 * each and for the page as a whole.
 */
async function membersPage(database: Db, server: TestServer) {
  const organization = await mintOrganization(database, { member_restricted: true });
  const { id, subdomain } = organization.page;
  const api = apiOf(server, organization.keys.admin);
  const shop = await mintService(database, id, { name: "Shop" });
  const cart = await mintService(database, id, { name: "Cart", parent_id: shop });
  const bank = await mintService(database, id, { name: "Bank" });
  const vault = await mintService(database, id, { name: "Vault", parent_id: bank, private: true });
  const base = `/status_pages/${subdomain}`;
  const concerning: [string, number[]][] = [
    ["cart", [cart]],
    ["bank", [bank]],
    ["both", [cart, bank]],
    ["vault", [vault]],
  ];
  for (const [name, service_ids] of concerning) {
    const incident = {
      title: `Incident ${name}`,
      type: name === "bank" ? "major" : "minor",
      service_ids,
    };
    expect((await api.post(`${base}/incidents`, { incident })).status).toBe(201);
  }
  for (const [name, service_ids] of [...concerning, ["page", []]] as [string, number[]][]) {
    const info_notice = {
      title: `Notice ${name}`,
      service_ids,
      updates: [{ description: "Text" }],
    };
    expect((await api.post(`${base}/info_notices`, { info_notice })).status).toBe(200);
  }
  const viewer = await mintUser(database, organization.id, "viewer");
  return {
    organization,
    subdomain,
    base,
    api,
    shop,
    cart,
    bank,
    vault,
    viewer,
    asViewer: apiOf(server, viewer.key),
  };
}

const test = base.extend<{ members: Awaited<ReturnType<typeof membersPage>> }>({
  members: async ({ database, server }, use) => use(await membersPage(database, server)),
});

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

test("a group is answered as it was sent, by POST with 200, and deleted without a word", async ({
  api,
  organization,
  database,
}) => {
  const { subdomain, id } = organization.page;
  const service = await mintService(database, id);
  const ofOrganization = await membershipOf(
    database,
    await mintUser(database, organization.id, "viewer"),
  );
  const ofPage = await membershipOf(
    database,
    await mintUser(database, organization.id, "viewer", id),
  );
  const fields = {
    name: "Partners",
    service_ids: [service],
    users_status_pages: [ofOrganization, ofPage],
  };
  const created = await addGroup(api, subdomain, fields);
  expect(created).toEqual({ id: expect.any(Number), ...fields });
  const path = `${groupsOf(subdomain)}/${created.id}`;
  expect((await api.get(path)).json()).toEqual({ access_group: created });
  expect((await api.get(groupsOf(subdomain))).json()).toEqual({ access_groups: [created] });
  const zero = await api.put(path, {
    access_group: { id: 0, name: "", service_ids: null, users_status_pages: null },
  });
  expect([zero.status, zero.json()]).toEqual([200, { access_group: created }]);
  const changed = await api.put(path, {
    access_group: { name: "Friends", users_status_pages: [] },
  });
  expect(changed.json()).toEqual({
    access_group: { ...created, name: "Friends", users_status_pages: [] },
  });
  const removed = await api.delete(path);
  expect([removed.status, removed.text]).toEqual([204, ""]);
  expect((await api.get(path)).status).toBe(404);
});

test("a group needs a name, services of its page and memberships that apply to it", async ({
  api,
  organization,
  database,
}) => {
  const { subdomain } = organization.page;
  const foreign = await mintOrganization(database);
  const strange = {
    service_ids: [await mintService(database, foreign.page.id)],
    users_status_pages: [await membershipOf(database, foreign.owner)],
  };
  const post = async (fields: object) =>
    (await api.post(groupsOf(subdomain), { access_group: fields })).json();
  expect(await post({ name: "" })).toEqual({ errors: { name: ["can't be blank"] } });
  for (const [field, ids] of Object.entries(strange)) {
    expect(await post({ name: "Partners", [field]: ids })).toEqual({
      errors: { [field]: ["does not exist"] },
    });
  }
  expect((await api.get(groupsOf(subdomain))).json()).toEqual({ access_groups: [] });
});

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
