import { sql } from "kysely";
import type { Db } from "#db/index.ts";
import { authenticate } from "#lib/core/access/authenticate.ts";
import { hashPassword } from "#lib/core/access/passwords.ts";
import type { Role } from "#lib/core/access/permissions.ts";
import { type Context, systemContext } from "#lib/core/request/context.ts";
import { createOrganizationKey, renewApiKey } from "#lib/identity/api-keys/api-keys.ts";
import { deleteMember, updateMember } from "#lib/identity/members/members.ts";
import { connectAccount } from "#lib/identity/oidc/accounts.ts";
import { findIdentityUser } from "#lib/identity/oidc/queries.ts";
import { changeEmail } from "#lib/identity/profile/change-address.ts";
import { endAccess } from "#lib/identity/profile/end-access.ts";
import {
  deleteAccount,
  deleteOwnAccount,
  exportAccount,
  leaveOrganization,
} from "#lib/identity/profile/leave.ts";
import { resetSignIn } from "#lib/identity/profile/reset-sign-in.ts";
import {
  beginTwoFactor,
  confirmTwoFactor,
  getTwoFactor,
} from "#lib/identity/profile/two-factor.ts";
import { createUserKey } from "#lib/identity/profile/user-keys.ts";
import { newSession, sessionOfToken } from "#lib/identity/sessions/session-token.ts";
import { findUser, findUserByEmail } from "#lib/identity/users/queries.ts";
import { deleteOrganization } from "#lib/pages/delete-organization.ts";
import { codeOf } from "#tests/support/browser/totp.ts";
import { person } from "#tests/support/data/accounts.ts";
import { mintPage, mintService, mintUser } from "#tests/support/data/mint.ts";
import { expect, test } from "#tests/support/test.ts";

const refused = (work: Promise<unknown>) =>
  work.then(
    () => null,
    ({ code, fields }) => [code, ...Object.values(fields ?? {}).flat()],
  );
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

const endings: [
  ending: string,
  end: (ctx: Context, of: Ids) => Promise<unknown>,
  keeps?: "own keys",
][] = [
  ["leaving", (ctx, { user_id, ...of }) => leaveOrganization(asUser(ctx, user_id), of), "own keys"],
  ["deletion", (ctx, of) => deleteAccount(ctx, of)],
  ["end of access", (ctx, of) => endAccess(ctx, of)],
];
type Ids = { user_id: number; organization_id: number };

const asUser = (ctx: Context, user_id: number, session_id?: number): Context => ({
  ...ctx,
  actor: { kind: "user", user_id, api_key_id: null, session_id },
});

async function keyMakers(database: Db, of: Ids) {
  const user = await findUser(database, of.user_id);
  const session = await sessionOfToken(database, user && (await newSession(database, user)));
  const own = asUser(systemContext(database, "test"), of.user_id, session?.session_id);
  const owner = { name: "Mine", role: "owner" as const };
  const first = await createOrganizationKey(own, of, owner);
  const asKey = { ...own, actor: await authenticate(database, first.token) };
  return [
    (db: Db) => createOrganizationKey({ ...own, db }, of, owner),
    (db: Db) => createOrganizationKey({ ...asKey, db }, of, owner),
    (db: Db) => renewApiKey({ ...asKey, db }, { ...of, api_key_id: first.id }, {}),
    (db: Db) => createUserKey({ ...own, db }, of, { name: "Own" }),
  ];
}

for (const [ending, end, keeps] of endings)
  test(`no key that is made meanwhile outlives the ${ending}`, async ({
    database,
    organization,
  }) => {
    const makers = async () => {
      const { id: user_id } = await mintUser(database, organization.id, "owner");
      const of = { user_id, organization_id: organization.id };
      return { of, make: (await keyMakers(database, of)).slice(0, keeps ? -1 : undefined) };
    };
    const system = systemContext(database, "cli");
    const early = await makers();
    const ended = await database.transaction().execute(async (trx) => {
      const made: string[] = [];
      for (const make of early.make) made.push((await make(trx)).token);
      const ending = end(system, early.of);
      await expect.poll(() => isWaiting(database)).toBe(true);
      return { ending, made };
    });
    await ended.ending;
    for (const token of ended.made)
      expect(await refused(authenticate(database, token))).toEqual(["unauthorized"]);
    const late = await makers();
    const made = await database.transaction().execute(async (trx) => {
      await end({ ...system, db: trx }, late.of);
      const all = late.make.map((make) => refused(make(database)));
      await expect.poll(() => isWaiting(database, all.length)).toBe(true);
      return { all: Promise.all(all) };
    });
    expect(await made.all).toEqual(late.make.map(() => ["not_found"]));
  });

test("no provider and second factor that is set up meanwhile outlives the reset of a sign-in", async ({
  database,
  organization,
}) => {
  const { id: user_id } = await mintUser(database, organization.id, "editor");
  const user = await findUser(database, user_id);
  const session = user && (await sessionOfToken(database, await newSession(database, user)));
  if (!session) throw new Error("no session");
  const own = asUser(person(database), user_id, session.session_id);
  await beginTwoFactor(own, { user_id });
  const pending = await getTwoFactor(own, { user_id });
  const code = codeOf(pending.state === "pending" ? pending.secret : "");
  const other = { issuer: "https://login.example.com", subject: `thief of ${user_id}` };
  const rest = { email: null, email_verified: false, name: "", groups: null };
  const attempts = await database.transaction().execute(async (trx) => {
    await resetSignIn(systemContext(trx, "cli"), { user_id });
    const all = [
      refused(connectAccount(own, session, { ...other, ...rest })),
      refused(confirmTwoFactor(own, { user_id }, code)),
    ];
    await expect.poll(() => isWaiting(database, all.length)).toBe(true);
    return { all: Promise.all(all) };
  });
  expect(await attempts.all).toEqual([["not_found"], ["not_found"]]);
  expect(await findIdentityUser(database, other)).toBeUndefined();
});

test("whoever became the last owner meanwhile stays, whatever would take them away", async ({
  database,
  organization,
}) => {
  const { id: organization_id, owner } = organization;
  const target = { organization_id };
  const system = systemContext(database, "cli");
  const removals: ((user_id: number, member_id: number) => Promise<unknown>)[] = [
    (user_id) => leaveOrganization(person(database, user_id), target),
    (user_id) => deleteAccount(system, { user_id }),
    (_, member_id) => deleteMember(system, { ...target, member_id }),
    (_, member_id) => updateMember(system, { ...target, member_id }, { role: "viewer" }),
  ];
  const roles = database
    .selectFrom("memberships")
    .where("organization_id", "=", organization_id)
    .where("status_page_id", "is", null);
  for (const remove of removals) {
    const { id } = await mintUser(database, organization_id, "editor");
    const member = roles.select("id").where("user_id", "=", id);
    const { id: member_id } = await member.executeTakeFirstOrThrow();
    const set = (trx: Db, user_id: number, role: Role) =>
      trx
        .updateTable("memberships")
        .set({ role })
        .where("organization_id", "=", organization_id)
        .where("user_id", "=", user_id)
        .execute();
    const removal = await database.transaction().execute(async (trx) => {
      await set(trx, id, "owner");
      await set(trx, owner.id, "admin");
      await sql`select from organizations where id = ${organization_id} for no key update`.execute(
        trx,
      );
      const answer = refused(remove(id, member_id));
      await expect.poll(() => isWaiting(database)).toBe(true);
      return { answer };
    });
    expect(await removal.answer).toEqual(LAST_OWNER);
    await set(database, owner.id, "owner");
    await set(database, id, "editor");
  }
});

async function isWaiting(db: Db, count = 1): Promise<boolean> {
  const { rows } = await sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
    db,
  );
  return rows.length >= count;
}

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
