import { type Minted, mintKey, mintOrganization, mintUser } from "#tests/support/data/mint.ts";
import type { Api } from "#tests/support/http/api.ts";
import {
  accept,
  add,
  type List,
  type Member,
  ownRow,
  pathOf,
} from "#tests/support/http/member-calls.ts";
import { expect, test } from "#tests/support/test.ts";

const LAST_OWNER = { errors: { base: ["an organization needs at least one owner"] } };

function ownerRow(api: Api, organization: Minted): Promise<Member> {
  return ownRow(api, organization, organization.owner.email);
}

test("nobody is a member twice, and what is refused changes nothing", async ({
  api,
  organization,
}) => {
  const owner = api.as(organization.owner.key);
  await add(owner, organization, { email: "once@example.com", role: "viewer" });
  const before = (await owner.get(pathOf(organization))).text;
  const refusals: [object, object][] = [
    [{ email: "ONCE@example.com", role: "editor" }, { email: ["has already been taken"] }],
    [{ email: organization.owner.email, role: "editor" }, { email: ["has already been taken"] }],
    [
      { email: "", role: "" },
      { email: ["can't be blank"], role: ["can't be blank"] },
    ],
    [{ email: "nobody", role: "editor" }, { email: ["must be an e-mail address"] }],
    [
      { email: "a@example.com", role: "king" },
      { role: ["must be one of: owner, admin, editor, billing, viewer"] },
    ],
  ];
  for (const [member, errors] of refusals) {
    const response = await owner.post(pathOf(organization), { member });
    expect([response.status, response.json()]).toEqual([422, { errors }]);
  }
  expect((await owner.get(pathOf(organization))).text).toBe(before);
});

test("the last owner is neither removed nor demoted; somebody invited as owner is none yet", async ({
  api,
  organization,
}) => {
  const owner = api.as(organization.keys.owner);
  await add(owner, organization, { email: "invited@example.com", role: "owner" });
  const path = `${pathOf(organization)}/${(await ownerRow(owner, organization)).id}`;
  const demoted = await owner.put(path, { member: { role: "admin" } });
  expect([demoted.status, demoted.json()]).toEqual([422, LAST_OWNER]);
  const removed = await owner.delete(path);
  expect([removed.status, removed.json()]).toEqual([422, LAST_OWNER]);
  expect((await owner.put(path, { member: { role: "owner" } })).status).toBe(200);
});

test("of two owners who remove each other at once, one stays", async ({
  api,
  organization,
  database,
}) => {
  for (let round = 0; round < 5; round++) {
    const second = await mintUser(database, organization.id, "owner");
    const { members } = (
      await api.as(organization.keys.owner).get(`${pathOf(organization)}?limit=100`)
    ).json<List>();
    const owners = members.filter(({ role }) => role === "owner");
    expect(owners).toHaveLength(2);
    const key = await mintKey(database, { organization_id: organization.id, role: "owner" });
    const attempts = owners.map(({ id }, index) =>
      index % 2 === 0
        ? api.as(key).delete(`${pathOf(organization)}/${id}`)
        : api
            .as(organization.keys.owner)
            .put(`${pathOf(organization)}/${id}`, { member: { role: "viewer" } }),
    );
    const statuses = (await Promise.all(attempts)).map(({ status }) =>
      status < 300 ? "done" : status,
    );
    expect(statuses.sort()).toEqual([422, "done"]);
    expect(second.id).toBeGreaterThan(0);
    const left = (
      await api.as(organization.keys.owner).get(`${pathOf(organization)}?limit=100`)
    ).json<List>();
    expect(left.members.filter(({ role }) => role === "owner")).toHaveLength(1);
  }
});

test("who is removed loses the roles on single pages, and at once every access", async ({
  api,
  organization,
  database,
}) => {
  const owner = api.as(organization.owner.key);
  const { owner: known } = await mintOrganization(database);
  const member = await add(owner, organization, { email: known.email, role: "viewer" });
  await accept(database, known.id, member);
  await database
    .insertInto("memberships")
    .values({
      organization_id: organization.id,
      user_id: known.id,
      status_page_id: organization.page.id,
      role: "editor",
    })
    .execute();
  const services = `/status_pages/${organization.page.subdomain}/services`;
  expect((await api.as(known.key).get(services)).status).toBe(200);
  const removed = await owner.delete(`${pathOf(organization)}/${member.id}`);
  expect([removed.status, removed.text]).toEqual([204, ""]);
  expect((await api.as(known.key).get(services)).status).toBe(404);
  expect((await owner.delete(`${pathOf(organization)}/${member.id}`)).status).toBe(404);
});
