import { addGroup, groupsOf, membershipOf, test } from "#tests/support/data/access-groups.ts";
import { mintOrganization, mintService, mintUser } from "#tests/support/data/mint.ts";
import { expect } from "#tests/support/test.ts";

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
