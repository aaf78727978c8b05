import { sql } from "kysely";
import type { Db } from "#db/index.ts";
import { authenticate } from "#lib/core/access/authenticate.ts";
import type { Role } from "#lib/core/access/permissions.ts";
import { type Context, systemContext } from "#lib/core/request/context.ts";
import { createOrganizationKey, renewApiKey } from "#lib/identity/api-keys/api-keys.ts";
import { deleteMember, updateMember } from "#lib/identity/members/members.ts";
import { connectAccount } from "#lib/identity/oidc/accounts.ts";
import { findIdentityUser } from "#lib/identity/oidc/queries.ts";
import { removePasskey } from "#lib/identity/passkeys/passkeys.ts";
import { requestAddressChange } from "#lib/identity/profile/change-address.ts";
import { endAccess } from "#lib/identity/profile/end-access.ts";
import { deleteAccount, deleteOwnAccount, leaveOrganization } from "#lib/identity/profile/leave.ts";
import { changePassword } from "#lib/identity/profile/profile.ts";
import { resetSignIn } from "#lib/identity/profile/reset-sign-in.ts";
import {
  beginTwoFactor,
  confirmTwoFactor,
  getTwoFactor,
  renewRecoveryCodes,
  turnOffTwoFactor,
} from "#lib/identity/profile/two-factor.ts";
import { createUserKey } from "#lib/identity/profile/user-keys.ts";
import { newSession, sessionOfToken } from "#lib/identity/sessions/session-token.ts";
import { findUser } from "#lib/identity/users/queries.ts";
import { codeOf } from "#tests/support/browser/totp.ts";
import { person, refused, withPasskey, withTwoFactor } from "#tests/support/data/accounts.ts";
import { mintUser, PASSWORD } from "#tests/support/data/mint.ts";
import { untilWaiting } from "#tests/support/db/lock-waits.ts";
import { expect, test } from "#tests/support/test.ts";

const LAST_OWNER = ["invalid", { code: "last_owner" }];

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
      await untilWaiting(database);
      return { ending, made };
    });
    await ended.ending;
    for (const token of ended.made)
      expect(await refused(authenticate(database, token))).toEqual(["unauthorized"]);
    const late = await makers();
    const made = await database.transaction().execute(async (trx) => {
      await end({ ...system, db: trx }, late.of);
      const all = late.make.map((make) => refused(make(database)));
      await untilWaiting(database, all.length);
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
    await untilWaiting(database, all.length);
    return { all: Promise.all(all) };
  });
  expect(await attempts.all).toEqual([["not_found"], ["not_found"]]);
  expect(await findIdentityUser(database, other)).toBeUndefined();
});

test("a session that is ended meanwhile weakens, moves and deletes no account", async ({
  database,
  organization,
}) => {
  const { id: user_id } = await mintUser(database, organization.id, "editor");
  await withTwoFactor(database, user_id);
  const user = await findUser(database, user_id);
  const session = user && (await sessionOfToken(database, await newSession(database, user)));
  const own = asUser(person(database), user_id, session?.session_id);
  const of = { user_id };
  const passkey_id = await withPasskey(database, own, of);
  const verbs = [
    () => turnOffTwoFactor(own, of, PASSWORD),
    () => renewRecoveryCodes(own, of, PASSWORD),
    () => removePasskey(own, { ...of, passkey_id }),
    () => changePassword(own, of, { current_password: PASSWORD, new_password: `${PASSWORD}2` }),
    () => requestAddressChange(own, of, { email: "new@example.com", current_password: PASSWORD }),
    () => deleteOwnAccount(own, of, PASSWORD),
  ];
  const tried = await database.transaction().execute(async (trx) => {
    await endAccess(systemContext(trx, "cli"), of);
    const all = verbs.map((verb) => refused(verb()));
    await untilWaiting(database, all.length);
    return { all: Promise.all(all) };
  });
  expect(await tried.all).toEqual(verbs.map(() => ["not_found"]));
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
      await untilWaiting(database);
      return { answer };
    });
    expect(await removal.answer).toEqual(LAST_OWNER);
    await set(database, owner.id, "owner");
    await set(database, id, "editor");
  }
});
