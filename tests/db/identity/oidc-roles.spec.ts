import type { Db } from "#db/index.ts";
import type { Role } from "#lib/core/access/permissions.ts";
import { createOrganizationKey } from "#lib/identity/api-keys/api-keys.ts";
import type { CreateOrganizationKey } from "#lib/identity/api-keys/schema.ts";
import { updateMember } from "#lib/identity/members/members.ts";
import { accountOf } from "#lib/identity/oidc/accounts.ts";
import { findProvider } from "#lib/identity/oidc/provider.ts";
import { applyRoles, rolesOf } from "#lib/identity/oidc/roles.ts";
import { findUser } from "#lib/identity/users/queries.ts";
import { installJobs } from "#lib/server/worker/worker.ts";
import { person } from "#tests/support/data/accounts.ts";
import { mintOrganization, mintUser } from "#tests/support/data/mint.ts";
import { setProviders } from "#tests/support/data/providers.ts";
import { test as base, expect } from "#tests/support/test.ts";

const test = base.extend({
  database: [
    async ({ database }, use) => {
      await installJobs();
      await use(database);
    },
    { scope: "worker" },
  ],
});

test.afterAll(() => setProviders({}));

const BOTH = {
  ...{ OIDC_ISSUER: "https://login.example.com", OIDC_CLIENT_ID: "a", OIDC_NAME: "Login" },
  ...{ OIDC_2_ISSUER: "https://partner.example", OIDC_2_CLIENT_ID: "b" },
};

/** Maps `owners`, `editors` and so on to their roles in an organization. */
function mapTo(id: number, more: Record<string, string> = {}): void {
  const roles = ["owner", "admin", "editor", "viewer"].map((role) => `${role}s=${id}:${role}`);
  setProviders({ ...BOTH, OIDC_ROLES: `${roles.join("; ")}; ops=999999999:admin`, ...more });
}

async function signIn(database: Db, user_id: number, groups: string[] | null, number = 1) {
  const [provider, user] = [findProvider(number), await findUser(database, user_id)];
  if (!provider || !user) throw new Error("no such provider or user");
  await applyRoles(person(database, user_id), { provider, user }, groups);
}

async function rolesIn(database: Db, organization_id: number, user_id: number) {
  return database
    .selectFrom("memberships")
    .select(["role", "oidc_issuer"])
    .where("organization_id", "=", organization_id)
    .where("user_id", "=", user_id)
    .where("status_page_id", "is", null)
    .execute();
}

async function entries(database: Db, organization_id: number) {
  return database
    .selectFrom("audit_log")
    .select(["action", "actor_kind", "changes", "before"])
    .where("organization_id", "=", organization_id)
    .where("subject_type", "=", "member")
    .orderBy("id")
    .execute();
}

/** A member elsewhere, whom the provider's groups bring here. */
async function comer(database: Db): Promise<number> {
  const elsewhere = await mintOrganization(database);
  return (await mintUser(database, elsewhere.id, "viewer")).id;
}

test("a role is added, raised, lowered and removed as the groups say, each with an audit entry", async ({
  database,
  organization: { id },
}) => {
  mapTo(id);
  const user_id = await comer(database);
  const oidc_issuer = BOTH.OIDC_ISSUER;
  const steps: [groups: string[] | null, role: Role | null][] = [
    [["others"], null],
    [["viewers", "editors"], "editor"],
    [["editors"], "editor"],
    [["admins"], "admin"],
    [null, "admin"],
    [["viewers", "ops"], "viewer"],
    [[], null],
  ];
  for (const [groups, role] of steps) {
    await signIn(database, user_id, groups);
    expect(await rolesIn(database, id, user_id), `${groups}`).toEqual(
      role === null ? [] : [{ role, oidc_issuer }],
    );
  }
  const by = { actor_kind: "system" };
  const changes = (role: Role) => expect.objectContaining({ role, provider: "Login" });
  expect(await entries(database, id)).toEqual([
    { ...by, action: "member.create", changes: changes("editor"), before: null },
    { ...by, action: "member.update", changes: changes("admin"), before: { role: "editor" } },
    { ...by, action: "member.update", changes: changes("viewer"), before: { role: "admin" } },
    { ...by, action: "member.delete", changes: changes("viewer"), before: null },
  ]);
});

test("roles given here or by another provider stay, whatever the groups say", async ({
  database,
  organization: { id },
}) => {
  mapTo(id, { OIDC_2_ROLES: `*=${id}:admin` });
  const own = await mintUser(database, id, "editor");
  const other = await comer(database);
  await signIn(database, other, [], 2);
  for (const groups of [["viewers"], ["owners"], []]) {
    await signIn(database, own.id, groups);
    await signIn(database, other, groups);
  }
  expect(await rolesIn(database, id, own.id)).toEqual([{ role: "editor", oidc_issuer: null }]);
  const oidc_issuer = BOTH.OIDC_2_ISSUER;
  expect(await rolesIn(database, id, other)).toEqual([{ role: "admin", oidc_issuer }]);
});

test("the last owner stays, and keys that a removed member made stop working", async ({
  database,
}) => {
  const organization = await mintOrganization(database);
  const { id } = organization;
  mapTo(id);
  const user_id = await comer(database);
  await signIn(database, user_id, ["owners"]);
  await database
    .deleteFrom("memberships")
    .where("user_id", "=", organization.owner.id)
    .where("organization_id", "=", id)
    .execute();
  for (const groups of [["viewers"], []]) {
    await signIn(database, user_id, groups);
    expect(await rolesIn(database, id, user_id)).toMatchObject([{ role: "owner" }]);
  }
  await mintUser(database, id, "owner");
  const made = await database
    .updateTable("api_keys")
    .set({ created_by: user_id })
    .where("organization_id", "=", id)
    .returning("id")
    .execute();
  await signIn(database, user_id, []);
  expect(await rolesIn(database, id, user_id)).toEqual([]);
  const revoked = database
    .selectFrom("api_keys")
    .select("id")
    .where(
      "id",
      "in",
      made.map((key) => key.id),
    )
    .where("revoked_at", "is not", null);
  expect(await revoked.execute()).toHaveLength(made.length);
});

test("many sign-ins at once give one role", async ({ database, organization: { id } }) => {
  mapTo(id);
  const user_id = await comer(database);
  await Promise.all([1, 2, 3, 4].map(() => signIn(database, user_id, ["editors"])));
  expect(await rolesIn(database, id, user_id)).toMatchObject([{ role: "editor" }]);
  expect(await entries(database, id)).toHaveLength(1);
});

test("a role by the provider is changed there, and here once it no longer decides", async ({
  database,
  organization: { id, owner },
}) => {
  mapTo(id);
  const user_id = await comer(database);
  await signIn(database, user_id, ["editors"]);
  const { id: member_id } = await database
    .selectFrom("memberships")
    .select("id")
    .where("organization_id", "=", id)
    .where("user_id", "=", user_id)
    .executeTakeFirstOrThrow();
  const change = (role: Role) =>
    updateMember(person(database, owner.id), { organization_id: id, member_id }, { role });
  const refused = await change("admin").catch((error) => error.fields);
  expect(refused).toEqual({ role: [{ code: "by_provider", values: { name: "Login" } }] });
  expect(await change("editor")).toMatchObject({ role: "editor" });
  setProviders(BOTH);
  await change("admin");
  expect(await rolesIn(database, id, user_id)).toEqual([{ role: "admin", oidc_issuer: null }]);
});

test("a role by the groups makes an account for a verified address, and for no other", async ({
  database,
  organization: { id },
}) => {
  mapTo(id);
  const provider = findProvider(1);
  if (!provider) throw new Error("no such provider");
  const email = `new-${id}@example.com`;
  const comes = (groups: string[] | null, email_verified = true) =>
    accountOf(person(database), {
      provider,
      person: {
        ...{ issuer: BOTH.OIDC_ISSUER, subject: email, name: "Ada" },
        ...{ email, email_verified, groups },
      },
    });
  for (const groups of [[], ["others"], null]) expect(await comes(groups)).toBe("uninvited");
  expect(await comes(["viewers"], false)).toBe("unverified");
  expect(await comes(["viewers"])).toMatchObject({ email, name: "Ada" });
  expect([...rolesOf(provider, ["viewers", "owners"])]).toEqual([[id, "owner"]]);
});

test("a lower role, by hand or by groups, ends the keys that the person made and that may do more", async ({
  database,
  organization: { id, owner },
}) => {
  mapTo(id);
  const input: CreateOrganizationKey[] = [
    { name: "owner", role: "owner" },
    { name: "deploys", role: "admin" },
    { name: "posts", role: "admin", permissions: ["incident.write"] },
    { name: "reads", role: "viewer" },
  ];
  const make = async (created_by: number) => {
    for (const key of input)
      await createOrganizationKey(person(database, created_by), { organization_id: id }, key);
  };
  const left = async (created_by: number) => {
    const keys = database.selectFrom("api_keys").select("name").orderBy("id");
    const own = keys.where("created_by", "=", created_by).where("revoked_at", "is", null);
    return (await own.execute()).map(({ name }) => name);
  };
  const all = input.map(({ name }) => name);
  const { id: byHand } = await mintUser(database, id, "owner");
  const { id: byGroups } = await mintUser(database, id, "viewer");
  await database.deleteFrom("memberships").where("user_id", "=", byGroups).execute();
  await signIn(database, byGroups, ["owners"]);
  for (const user_id of [owner.id, byHand, byGroups]) await make(user_id);
  const [member] = await database
    .selectFrom("memberships")
    .select("id as member_id")
    .where("user_id", "=", byHand)
    .execute();
  const target = { organization_id: id, member_id: member?.member_id ?? 0 };
  await updateMember(person(database, owner.id), target, { role: "admin" });
  expect(await left(byHand)).toEqual(["deploys", "posts", "reads"]);
  await updateMember(person(database, owner.id), target, { role: "owner" });
  expect(await left(byHand)).toEqual(["deploys", "posts", "reads"]);
  await signIn(database, byGroups, ["editors"]);
  expect(await left(byGroups)).toEqual(["posts", "reads"]);
  expect((await entries(database, id)).at(-1)).toMatchObject({
    changes: { role: "editor", revoked_keys: 2 },
  });
  expect(await left(owner.id)).toEqual(all);
});
