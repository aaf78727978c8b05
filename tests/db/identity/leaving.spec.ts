import type { Db } from "#db/index.ts";
import { authenticate } from "#lib/core/access/authenticate.ts";
import { hashPassword } from "#lib/core/access/passwords.ts";
import { systemContext } from "#lib/core/request/context.ts";
import { createOrganizationKey, renewApiKey } from "#lib/identity/api-keys/api-keys.ts";
import { changeEmail } from "#lib/identity/profile/change-address.ts";
import {
  deleteAccount,
  deleteOwnAccount,
  exportAccount,
  leaveOrganization,
} from "#lib/identity/profile/leave.ts";
import { findUser, findUserByEmail } from "#lib/identity/users/queries.ts";
import { deleteOrganization } from "#lib/pages/delete-organization.ts";
import { person, refused } from "#tests/support/data/accounts.ts";
import { mintPage, mintService, mintUser } from "#tests/support/data/mint.ts";
import { expect, test } from "#tests/support/test.ts";

const LAST_OWNER = ["invalid", { code: "last_owner" }];

async function rolesOf(db: Db, organization_id: number, user_id: number): Promise<number> {
  const roles = db
    .selectFrom("memberships")
    .select("id")
    .where("organization_id", "=", organization_id)
    .where("user_id", "=", user_id);
  return (await roles.execute()).length;
}

test("a member leaves with all roles and the keys they made; the last owner stays", async ({
  database,
  organization,
}) => {
  const { id: organization_id, owner, page } = organization;
  const target = { organization_id };
  const second = await mintUser(database, organization_id, "owner");
  await database
    .insertInto("memberships")
    .values({ organization_id, user_id: second.id, status_page_id: page.id, role: "viewer" })
    .execute();
  const { id } = await createOrganizationKey(person(database, second.id), target, { name: "Mine" });
  await leaveOrganization(person(database, second.id), target);
  expect(await rolesOf(database, organization_id, second.id)).toBe(0);
  const key = database.selectFrom("api_keys").select("revoked_at").where("id", "=", id);
  expect((await key.executeTakeFirstOrThrow()).revoked_at).not.toBeNull();
  const last = person(database, owner.id);
  expect(await refused(leaveOrganization(last, target))).toEqual(LAST_OWNER);
  expect(await refused(leaveOrganization(person(database, second.id), target))).toEqual([
    "not_found",
  ]);
});

test("keys that keys of theirs made or renewed end with them", async ({
  database,
  organization,
}) => {
  const target = { organization_id: organization.id };
  const owner = { name: "Mine", role: "owner" as const };
  const { id } = await mintUser(database, organization.id, "owner");
  const first = await createOrganizationKey(person(database, id), target, owner);
  const asKey = { ...person(database), actor: await authenticate(database, first.token) };
  const second = await createOrganizationKey(asKey, target, owner);
  const itself = { ...target, api_key_id: first.id };
  const third = await renewApiKey(asKey, itself, {});
  const byProgram = { ...target, api_key_id: second.id };
  const fourth = await renewApiKey(systemContext(database, "cli"), byProgram, {});
  await leaveOrganization(person(database, id), target);
  for (const { token } of [first, second, third, fourth])
    expect(await refused(authenticate(database, token))).toEqual(["unauthorized"]);
});

test("an account is deleted with its password, unless an organization would have no owner", async ({
  database,
  organization,
}) => {
  const { id: organization_id, owner } = organization;
  const password_hash = await hashPassword("own password");
  const editor = await mintUser(database, organization_id, "editor");
  await database
    .updateTable("users")
    .set({ password_hash })
    .where("id", "in", [editor.id, owner.id])
    .execute();
  const remove = (id: number, password: string) =>
    refused(deleteOwnAccount(person(database, id), { user_id: id }, password));
  expect((await remove(editor.id, "another one"))?.[1]).toEqual({ code: "wrong_password" });
  expect(await remove(owner.id, "own password")).toEqual(LAST_OWNER);
  expect(
    await refused(deleteAccount(systemContext(database, "cli"), { user_id: owner.id })),
  ).toEqual(LAST_OWNER);
  expect(await remove(editor.id, "own password")).toBeNull();
  expect(await findUser(database, editor.id)).toBeUndefined();
  const entries = database
    .selectFrom("audit_log")
    .select("changes")
    .where("organization_id", "=", organization_id)
    .where("action", "=", "user.delete");
  expect(await entries.execute()).toEqual([{ changes: { email: editor.email } }]);
});

test("the own data of an account has no secrets", async ({ database, organization }) => {
  const { owner } = organization;
  const data = await exportAccount(person(database, owner.id), { user_id: owner.id });
  expect(data).toMatchObject({
    account: { email: owner.email },
    organizations: [{ role: "owner" }],
  });
  expect(JSON.stringify(data)).not.toMatch(/hash|secret|public_key/);
});

test("an operator changes an address that no other account has", async ({
  database,
  organization,
}) => {
  const ctx = systemContext(database, "cli");
  const { id: user_id, email } = await mintUser(database, organization.id, "editor");
  expect(await refused(changeEmail(ctx, { user_id }, organization.owner.email))).toEqual([
    "invalid",
    { code: "taken" },
  ]);
  await changeEmail(ctx, { user_id }, `new-${email}`);
  expect((await findUserByEmail(database, `new-${email}`))?.id).toBe(user_id);
});

test("an organization is deleted by its name with all it has, and accounts stay", async ({
  database,
  organization,
}) => {
  const { id: organization_id, owner, page } = organization;
  await mintService(database, page.id);
  const second = await mintPage(database, organization_id);
  const { name } = await database
    .selectFrom("organizations")
    .select("name")
    .where("id", "=", organization_id)
    .executeTakeFirstOrThrow();
  const remove = (typed: string) =>
    refused(deleteOrganization(person(database, owner.id), { organization_id }, typed));
  const pages = database
    .selectFrom("status_pages")
    .select("id")
    .where("id", "in", [page.id, second.id]);
  expect(await remove("Another")).toEqual(["invalid", { code: "mismatch" }]);
  expect(await pages.execute()).toHaveLength(2);
  expect(await remove(` ${name} `)).toBeNull();
  expect(await pages.execute()).toEqual([]);
  for (const table of ["memberships", "api_keys"] as const) {
    const rows = database.selectFrom(table).where("organization_id", "=", organization_id);
    expect(await rows.select("organization_id").execute(), table).toEqual([]);
  }
  const log = database
    .selectFrom("audit_log")
    .select("action")
    .where("organization_id", "=", organization_id);
  expect(await log.execute()).toEqual([{ action: "organization.delete" }]);
  expect(await findUser(database, owner.id)).toBeDefined();
  expect(await remove(name)).toEqual(["not_found"]);
});
