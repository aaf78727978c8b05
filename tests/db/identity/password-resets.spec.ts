import { verifyPassword } from "#lib/core/access/passwords.ts";
import { createUserKey } from "#lib/identity/profile/user-keys.ts";
import { newSession, sessionOfToken } from "#lib/identity/sessions/session-token.ts";
import { hasTwoFactor } from "#lib/identity/sign-in/codes.ts";
import {
  findResetUser,
  requestPasswordReset,
  setNewPassword,
} from "#lib/identity/sign-in/password-reset.ts";
import { findUser, type UserRow } from "#lib/identity/users/queries.ts";
import { shiftClock } from "#lib/platform/clock.ts";
import { pruneSignInCodes } from "#lib/server/worker/prune-sign-in-codes.ts";
import { installJobs } from "#lib/server/worker/worker.ts";
import { orderedFor, person, withTwoFactor } from "#tests/support/data/accounts.ts";
import { mintUser } from "#tests/support/data/mint.ts";
import { test as base, expect } from "#tests/support/test.ts";

const NEW = { new_password: "a brand-new password" };

type World = { user: UserRow; ask: () => Promise<string> };

const test = base.extend<{ world: World }>({
  world: async ({ database, organization }, use) => {
    await installJobs();
    const { id } = await mintUser(database, organization.id, "editor");
    const user = await findUser(database, id);
    if (!user) throw new Error("no user");
    const ask = async () => {
      await requestPasswordReset(person(database), ` ${user.email.toUpperCase()} `, "en");
      const links = (await orderedFor(database, id)).filter(
        ({ kind }) => kind === "password.reset",
      );
      return links.at(-1)?.token ?? "";
    };
    await use({ user, ask });
  },
});
test.afterEach(() => shiftClock(0));

test("a link sets a new password once, and ends all sessions", async ({
  database,
  world: { user, ask },
}) => {
  const session = await newSession(database, user);
  const [first, token] = [await ask(), await ask()];
  expect(await findResetUser(person(database), token)).toMatchObject({ id: user.id });
  await setNewPassword(person(database), token, NEW);
  const after = await findUser(database, user.id);
  expect(await verifyPassword(after?.password_hash ?? "", NEW.new_password)).toBe(true);
  expect(await sessionOfToken(database, session)).toBeNull();
  for (const used of [token, first])
    await expect(setNewPassword(person(database), used, NEW)).rejects.toMatchObject({
      code: "not_found",
    });
  const told = (await orderedFor(database, user.id)).at(-1);
  expect(told).toMatchObject({ kind: "account.notice", notice: "password_changed" });
});

test("of many who use a link at once, one sets the password", async ({
  database,
  world: { ask },
}) => {
  const token = await ask();
  const tries = ["first", "second", "third"].map((name) =>
    setNewPassword(person(database), token, { new_password: `the ${name} password` }),
  );
  const done = (await Promise.allSettled(tries)).filter(({ status }) => status === "fulfilled");
  expect(done).toHaveLength(1);
});

test("a link is worth nothing after an hour, or once the password is another", async ({
  database,
  world: { user, ask },
}) => {
  const old = await ask();
  shiftClock(61 * 60_000);
  expect(await findResetUser(person(database), old)).toBeNull();
  await pruneSignInCodes();
  const left = database.selectFrom("password_resets").where("user_id", "=", user.id);
  expect(await left.select("user_id").execute()).toEqual([]);
  shiftClock(0);
  const token = await ask();
  const values = { password_hash: "another" };
  await database.updateTable("users").set(values).where("id", "=", user.id).execute();
  await expect(setNewPassword(person(database), token, NEW)).rejects.toMatchObject({
    code: "not_found",
  });
});

test("an address without an account gets the same answer and leaves the same traces", async ({
  database,
  world: { user },
}) => {
  const traces = async () => ({
    resets: (await database.selectFrom("password_resets").select("token_hash").execute()).length,
    messages: (await database.selectFrom("outbox").select("id").execute()).length,
  });
  const none = await traces();
  await requestPasswordReset(person(database), user.email, "en");
  const one = await traces();
  await requestPasswordReset(person(database), `no-${user.email}`, "en");
  const two = await traces();
  expect([one.resets - none.resets, one.messages - none.messages]).toEqual([1, 1]);
  expect([two.resets - one.resets, two.messages - one.messages]).toEqual([1, 1]);
});

test("nobody is mailed more than three links an hour, and a client asks ten times at most", async ({
  database,
  world: { user, ask },
}) => {
  for (let time = 0; time < 5; time += 1) await ask();
  expect(await orderedFor(database, user.id)).toHaveLength(3);
  const client = person(database);
  for (let time = 0; time < 10; time += 1)
    await requestPasswordReset(client, `${time}@example.com`, "en");
  const refusal = await requestPasswordReset(client, "x@example.com", "en").catch((error) => error);
  expect(refusal).toMatchObject({
    code: "rate_limited",
    fields: { base: [{ code: "too_often" }] },
  });
  expect(refusal.retry_after_s).toBeGreaterThan(3_000);
});

test("only hashes of links are kept", async ({ database, world: { ask } }) => {
  const token = await ask();
  const rows = await database.selectFrom("password_resets").selectAll().execute();
  expect(rows.some(({ token_hash }) => token_hash.includes(token))).toBe(false);
  const sealed = await database.selectFrom("outbox").select("params_sealed").execute();
  expect(JSON.stringify(sealed)).not.toContain(token);
});

test("a second factor outlives a new password, unless the address was never proved before", async ({
  database,
  world: { user, ask },
}) => {
  await withTwoFactor(database, user.id);
  await setNewPassword(person(database), await ask(), NEW);
  expect(await hasTwoFactor(database, user.id)).toBe(true);
  const values = { email_confirmed: false };
  await database.updateTable("users").set(values).where("id", "=", user.id).execute();
  const ctx = person(database, user.id);
  const key = await createUserKey(
    ctx,
    { user_id: user.id },
    { name: "of whoever was there first" },
  );
  await setNewPassword(person(database), await ask(), { new_password: "another new one" });
  expect(await hasTwoFactor(database, user.id)).toBe(false);
  const found = database.selectFrom("api_keys").select("revoked_at").where("id", "=", key.id);
  expect((await found.executeTakeFirstOrThrow()).revoked_at).not.toBeNull();
  expect(await findUser(database, user.id)).toMatchObject({ email_confirmed: true });
});
