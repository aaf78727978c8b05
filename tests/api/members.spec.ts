import type { Db } from "#db/index.ts";
import { acceptInvitation } from "#lib/members/accept.ts";
import { signIn } from "#lib/sign-in/sign-in.ts";
import type { Api } from "#tests/support/api.ts";
import { type Minted, mintKey, mintOrganization, mintUser } from "#tests/support/mint.ts";
import { expect, test } from "#tests/support/test.ts";

type Member = {
  id: number;
  email: string;
  role: string;
  user: { id: number } | null;
  invitation_url?: string;
};
type List = {
  members: Member[];
  links: { next: string | null; prev: string | null };
  meta: { total_count: number };
};

const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/);
const LAST_OWNER = { errors: { base: ["an organization needs at least one owner"] } };

function pathOf({ id }: Minted): string {
  return `/orgs/${id}/members`;
}

async function add(api: Api, organization: Minted, member: object): Promise<Member> {
  const response = await api.post(pathOf(organization), { member });
  expect(response.status, response.text).toBe(200);
  return response.json<{ member: Member }>().member;
}

async function ownRow(api: Api, organization: Minted, email: string): Promise<Member> {
  const { members } = (await api.get(`${pathOf(organization)}?email=${email}`)).json<List>();
  return members[0] as Member;
}

function ownerRow(api: Api, organization: Minted): Promise<Member> {
  return ownRow(api, organization, organization.owner.email);
}

/** Accepts an invitation as the user whose address it names, signed in. */
async function accept(db: Db, user_id: number, { invitation_url = "" }: Member): Promise<void> {
  const actor = { kind: "user", user_id, api_key_id: null } as const;
  const ctx = { db, actor, address: null, request_id: "test" };
  await acceptInvitation(ctx, invitation_url.split("/").at(-1) ?? "", {
    name: undefined,
    password: undefined,
  });
}

test("whether an address has an account is not told: either is invited alike, and sees nothing before accepting", async ({
  api,
  organization,
  database,
}) => {
  const owner = api.as(organization.owner.key);
  const { owner: known } = await mintOrganization(database);
  for (const email of [known.email.toUpperCase(), "Nobody.Yet@example.com"]) {
    const member = await add(owner, organization, { email, role: "editor" });
    expect(member).toEqual({
      id: expect.any(Number),
      email,
      role: "editor",
      user: null,
      inserted_at: TIME,
      updated_at: TIME,
      invitation_url: expect.any(String),
    });
  }
  expect(
    (await api.as(known.key).get(`/status_pages/${organization.page.subdomain}/services`)).status,
  ).toBe(404);
});

test("an organization sees of a user's sign-ins only those after they accepted", async ({
  api,
  organization,
  database,
}) => {
  const owner = api.as(organization.owner.key);
  const { owner: known } = await mintOrganization(database);
  const signInActions = async () => {
    const { text } = await owner.get(`/orgs/${organization.id}/audit_log?action=user.sign_in`);
    return JSON.parse(text).meta.total_count;
  };
  const ctx = { db: database, actor: { kind: "visitor" }, address: null, request_id: "t" } as const;
  const member = await add(owner, organization, { email: known.email, role: "editor" });
  expect(await signIn(ctx, known)).toMatchObject({ user: { id: known.id } });
  expect(await signInActions()).toBe(0);
  await database
    .updateTable("users")
    .set({ current_sign_in_at: "2026-01-01T00:00:00" })
    .where("id", "=", known.id)
    .execute();
  await accept(database, known.id, member);
  expect((await ownRow(owner, organization, known.email)).user).toMatchObject({
    id: known.id,
    current_sign_in_at: null,
  });
  await signIn(ctx, known);
  expect(await signInActions()).toBe(1);
  const { user } = await ownRow(owner, organization, known.email);
  expect(user).toMatchObject({ current_sign_in_at: TIME, last_sign_in_at: null });
});

test("who is removed leaves no key behind that they made for the organization", async ({
  api,
  organization,
  database,
}) => {
  const leaving = await mintUser(database, organization.id, "owner");
  const keys = `/orgs/${organization.id}/api_keys`;
  const tokens: string[] = [];
  for (const key of [leaving.key, organization.owner.key]) {
    const made = await api.as(key).post(keys, { api_key: { name: "CI", role: "admin" } });
    tokens.push(made.json<{ api_key: { token: string } }>().api_key.token);
  }
  const services = `/status_pages/${organization.page.subdomain}/services`;
  const statuses = async () =>
    Promise.all(tokens.map(async (token) => (await api.as(token).get(services)).status));
  expect(await statuses()).toEqual([200, 200]);
  const owner = api.as(organization.owner.key);
  const { id } = await ownRow(owner, organization, leaving.email);
  expect((await owner.delete(`${pathOf(organization)}/${id}`)).status).toBe(204);
  expect(await statuses()).toEqual([401, 200]);
  expect((await api.as(leaving.key).get(services)).status).toBe(404);
});

test("an unknown address is invited: a member without a user, and a link told once", async ({
  api,
  organization,
  server,
}) => {
  const owner = api.as(organization.owner.key);
  const member = await add(owner, organization, { email: "New.Person@example.com", role: "admin" });
  expect(member).toMatchObject({ email: "New.Person@example.com", role: "admin", user: null });
  expect(member.invitation_url).toMatch(new RegExp(`^${server.url}/invitation/[\\w-]{32}$`));
  const listed = (
    await owner.get(`${pathOf(organization)}?email=new.person@EXAMPLE.com`)
  ).json<List>();
  expect(listed).toMatchObject({
    members: [{ id: member.id, user: null }],
    meta: { total_count: 1 },
  });
  expect(listed.members[0]).not.toHaveProperty("invitation_url");
  const changed = await owner.put(`${pathOf(organization)}/${member.id}`, {
    member: { role: "viewer" },
  });
  expect([changed.status, changed.json<{ member: Member }>().member.role]).toEqual([200, "viewer"]);
  expect((await owner.delete(`${pathOf(organization)}/${member.id}`)).status).toBe(204);
});

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
