import type { Db } from "#db/index.ts";
import { acceptInvitation, getInvitation } from "#lib/identity/members/invitations.ts";
import { type Minted, mintOrganization, mintPage, mintUser } from "#tests/support/data/mint.ts";
import type { Api } from "#tests/support/http/api.ts";
import { expect, test } from "#tests/support/test.ts";

type Member = {
  id: number;
  email: string;
  role: string;
  organization_role: string | null;
  user: { id: number } | null;
  invitation_url?: string;
};

const NOTHING = { name: undefined, password: undefined };

function pathOf({ page }: Minted): string {
  return `/status_pages/${page.subdomain}/members`;
}

async function add(api: Api, organization: Minted, member: object): Promise<Member> {
  const answer = await api.post(pathOf(organization), { member });
  expect(answer.status, answer.text).toBe(201);
  return answer.json<{ member: Member }>().member;
}

async function listed(api: Api, organization: Minted): Promise<Member[]> {
  return (await api.get(pathOf(organization))).json<{ members: Member[] }>().members;
}

function contextOf(db: Db, user_id: number) {
  const actor = { kind: "user", user_id, api_key_id: null } as const;
  return { db, actor, address: null, request_id: "test" };
}

function tokenOf({ invitation_url = "" }: Member): string {
  return invitation_url.split("/").at(-1) ?? "";
}

test("a page's member is invited, sees that page alone once they accept, and loses it when removed", async ({
  api,
  organization,
  database,
}) => {
  const owner = api.as(organization.owner.key);
  const second = await mintPage(database, organization.id);
  const { owner: known } = await mintOrganization(database);
  const invited = await add(owner, organization, { email: known.email, role: "editor" });
  expect(invited).toMatchObject({ user: null, role: "editor", organization_role: null });
  const services = (subdomain: string) =>
    api.as(known.key).get(`/status_pages/${subdomain}/services`);
  expect((await services(organization.page.subdomain)).status).toBe(404);
  expect(await getInvitation(contextOf(database, known.id), tokenOf(invited))).toMatchObject({
    status_page: organization.page.name,
    own: true,
  });
  await acceptInvitation(contextOf(database, known.id), tokenOf(invited), NOTHING);
  // It was accepted in this process: the server hears of it.
  await expect.poll(async () => (await services(organization.page.subdomain)).status).toBe(200);
  expect((await services(second.subdomain)).status).toBe(404);
  const [member] = await listed(owner, organization);
  expect(member).toMatchObject({ id: invited.id, email: known.email, user: { id: known.id } });
  expect((await owner.delete(`${pathOf(organization)}/${invited.id}`)).status).toBe(204);
  expect((await services(organization.page.subdomain)).status).toBe(404);
  expect(await listed(owner, organization)).toEqual([]);
});

test("a page's role overrides the organization's there, up and down, from the next request on", async ({
  api,
  organization,
  database,
}) => {
  const owner = api.as(organization.owner.key);
  const editor = await mintUser(database, organization.id, "editor");
  const member = await add(owner, organization, { email: editor.email, role: "viewer" });
  await acceptInvitation(contextOf(database, editor.id), tokenOf(member), NOTHING);
  const write = async () => {
    const path = `/status_pages/${organization.page.subdomain}/services`;
    return (await api.as(editor.key).post(path, { service: { name: "New" } })).status;
  };
  expect(await write()).toBe(403);
  const path = `${pathOf(organization)}/${member.id}`;
  const changed = await owner.put(path, { member: { role: "admin" } });
  expect(changed.json()).toMatchObject({ member: { role: "admin", organization_role: "editor" } });
  expect(await write()).toBe(201);
  await owner.delete(path);
  expect(await write()).toBe(403);
  const log = await owner.get(`/orgs/${organization.id}/audit_log?subject=page_member`);
  expect(JSON.parse(log.text).audit_log).toMatchObject([
    { action: "page_member.delete", changes: { email: editor.email, role: "admin" } },
    { action: "page_member.update", changes: { role: "admin" }, before: { role: "viewer" } },
    { action: "page_member.create", status_page: organization.page.subdomain },
  ]);
});

test("an address is invited once to each page, and to the organization besides", async ({
  api,
  organization,
  database,
}) => {
  const owner = api.as(organization.owner.key);
  const second = { ...organization, page: await mintPage(database, organization.id) };
  const member = { email: "ada@new.example", role: "viewer" };
  await add(owner, organization, member);
  await add(owner, second, member);
  const again = await owner.post(pathOf(organization), {
    member: { ...member, email: "ADA@new.example" },
  });
  expect([again.status, again.json()]).toEqual([
    422,
    { errors: { email: ["has already been taken"] } },
  ]);
  const whole = await owner.post(`/orgs/${organization.id}/members`, { member });
  expect(whole.status).toBe(200);
  const members = await owner.get(`/orgs/${organization.id}/members`);
  expect(JSON.parse(members.text).meta.total_count).toBe(2);
});

test("a page's owner manages its members and no other page's, nor the organization's", async ({
  api,
  organization,
  database,
}) => {
  const second = { ...organization, page: await mintPage(database, organization.id) };
  const { key } = await mintUser(database, organization.id, "owner", organization.page.id);
  const own = api.as(key);
  const member = { email: "eve@new.example", role: "owner" };
  await add(own, organization, member);
  expect((await own.post(pathOf(second), { member })).status).toBe(404);
  expect((await own.post(`/orgs/${organization.id}/members`, { member })).status).toBe(403);
});

test("a membership of the organization is not one of its pages'", async ({ api, organization }) => {
  const owner = api.as(organization.owner.key);
  const whole = await owner.get(`/orgs/${organization.id}/members`);
  const [{ id }] = JSON.parse(whole.text).members;
  const path = `${pathOf(organization)}/${id}`;
  expect((await owner.put(path, { member: { role: "viewer" } })).status).toBe(404);
  expect((await owner.delete(path)).status).toBe(404);
});

test("who owns a page alone changes nothing of what the organization's owners have there", async ({
  api,
  organization,
  database,
}) => {
  const { id, page, owner } = organization;
  const guest = await mintUser(database, id, "owner", page.id);
  const { id: member } = await database
    .insertInto("memberships")
    .values({ organization_id: id, status_page_id: page.id, user_id: owner.id, role: "owner" })
    .returning("id")
    .executeTakeFirstOrThrow();
  const path = `${pathOf(organization)}/${member}`;
  const own = api.as(guest.key);
  expect((await own.put(path, { member: { role: "viewer" } })).status).toBe(403);
  expect((await own.delete(path)).status).toBe(403);
  expect((await listed(own, organization)).find((each) => each.id === member)?.role).toBe("owner");
  const other = api.as(owner.key);
  expect((await other.put(path, { member: { role: "admin" } })).status).toBe(200);
});
