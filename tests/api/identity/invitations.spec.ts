import { acceptSignIn, checkCredentials } from "#lib/identity/sign-in/sign-in.ts";
import { mintOrganization, mintUser } from "#tests/support/data/mint.ts";
import {
  accept,
  add,
  type List,
  type Member,
  ownRow,
  pathOf,
} from "#tests/support/http/member-calls.ts";
import { expect, test } from "#tests/support/test.ts";

const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/);

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
  const signIn = async () => {
    const { user } = await checkCredentials(ctx, known);
    expect(user).toMatchObject({ id: known.id });
    if (user) await acceptSignIn(ctx, user, "password");
  };
  await signIn();
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
  await signIn();
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
