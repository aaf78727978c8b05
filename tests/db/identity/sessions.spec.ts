import { decode, encode } from "next-auth/jwt";
import {
  endSessionOf,
  hasOwnToken,
  newSession,
  sessionOfToken,
  userOfToken,
} from "#lib/identity/sessions/session-token.ts";
import { findUser } from "#lib/identity/users/queries.ts";
import { METHODS } from "#lib/identity/users/schema.ts";
import { shiftClock } from "#lib/platform/clock.ts";
import { APP_SECRET } from "#tests/support/server/env.ts";
import { test as base, expect } from "#tests/support/test.ts";

const DAY_MS = 86_400_000;

const test = base.extend<{ begin: () => Promise<string> }>({
  begin: async ({ database, organization }, use) => {
    await use(async () => {
      const user = await findUser(database, organization.owner.id);
      if (!user) throw new Error("no user");
      return newSession(database, user);
    });
  },
});

/** The token as next-auth's route renews it. */
async function renewed(value: string): Promise<string> {
  const token = (await decode({ token: value, secret: APP_SECRET })) ?? {};
  return encode({ token, secret: APP_SECRET });
}

test("a session that is ended is over for every copy of its cookie, and no other session is", async ({
  database,
  organization,
  begin,
}) => {
  const [ended, other] = [await begin(), await begin()];
  const copies = [ended, await renewed(ended)];
  await endSessionOf(database, ended);
  for (const copy of copies) expect(await userOfToken(database, copy)).toBeNull();
  expect(await userOfToken(database, other)).toMatchObject({ id: organization.owner.id });
});

test("a session that is renewed again and again is over after 30 days", async ({
  database,
  organization,
  begin,
}) => {
  const session = await renewed(await begin());
  try {
    shiftClock(30 * DAY_MS - 60_000);
    expect(await userOfToken(database, session)).toMatchObject({ id: organization.owner.id });
    shiftClock(30 * DAY_MS + 1_000);
    expect(await userOfToken(database, session)).toBeNull();
  } finally {
    shiftClock(0);
  }
});

test("each of the things that end a session ends it without the others", async ({
  database,
  organization,
  begin,
}) => {
  const { id } = organization.owner;
  const who = async (value: string | undefined) => (await userOfToken(database, value))?.id ?? null;
  const token = (await decode({ token: await begin(), secret: APP_SECRET })) ?? {};
  const signed = (more: object, secret = APP_SECRET, maxAge = 60) =>
    encode({ token: { ...token, ...more }, secret, maxAge });
  expect(await who(await signed({}))).toBe(id);
  expect(await who(undefined)).toBeNull();
  expect(await who("")).toBeNull();
  expect(await who("no token")).toBeNull();
  expect(await who(await signed({}, `${APP_SECRET}-of-another`))).toBeNull();
  expect(await who(await signed({}, APP_SECRET, -60))).toBeNull();
  expect(await who(await signed({ session: "unknown" }))).toBeNull();
  expect(await who(await signed({ session: 7 }))).toBeNull();
  expect(await who(await signed({ stamp: "of another password" }))).toBeNull();
  expect(await who(await signed({ stamp: undefined }))).toBeNull();
  const set = (password_hash: string) =>
    database.updateTable("users").set({ password_hash }).where("id", "=", id).execute();
  const { password_hash } = await database
    .selectFrom("users")
    .select("password_hash")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  await set(`${password_hash}x`);
  expect(await who(await signed({}))).toBeNull();
  await set(password_hash ?? "");
  expect(await who(await signed({}))).toBe(id);
  await database.deleteFrom("sessions").where("user_id", "=", id).execute();
  expect(await who(await signed({}))).toBeNull();
});

test("a session is nobody's until it has the proof that an organization requires", async ({
  database,
  organization,
}) => {
  const user = await findUser(database, organization.owner.id);
  if (!user) throw new Error("no user");

  const require = (strong_sign_in_required: boolean) =>
    database
      .updateTable("organizations")
      .set({ strong_sign_in_required })
      .where("id", "=", organization.id)
      .execute();
  const found: [string, boolean, boolean][] = [];
  for (const isRequired of [false, true]) {
    await require(isRequired);
    for (const method of METHODS) {
      const value = await newSession(database, user, { method, address: "192.0.2.1" });
      const session = await sessionOfToken(database, value);
      expect(session).toMatchObject({ method, user: { id: user.id } });
      const isUser = (await userOfToken(database, value)) !== null;
      expect(isUser).toBe(!session?.is_weak);
      found.push([method, isRequired, isUser]);
    }
  }
  expect(found.filter(([, , isUser]) => !isUser)).toEqual([["password", true, false]]);
});

test("a new session ends the person's old ones, and nobody else's", async ({
  database,
  organization,
  begin,
}) => {
  const count = async () =>
    (
      await database
        .selectFrom("sessions")
        .select("id")
        .where("user_id", "=", organization.owner.id)
        .execute()
    ).length;
  await begin();
  await begin();
  expect(await count()).toBe(2);
  try {
    shiftClock(30 * DAY_MS + 1_000);
    await begin();
    expect(await count()).toBe(1);
  } finally {
    shiftClock(0);
  }
});

test("a cookie is ours when we signed it and its time is not over", async ({ begin }) => {
  const value = await begin();
  const token = (await decode({ token: value, secret: APP_SECRET })) ?? {};
  const over = await encode({ token, secret: APP_SECRET, maxAge: -60 });
  const header = (session: string) => `a=b; next-auth.session-token=${session}`;
  expect(await hasOwnToken(header(value))).toBe(true);
  expect(await hasOwnToken(header(over))).toBe(false);
  expect(await hasOwnToken(header("no token"))).toBe(false);
  expect(await hasOwnToken("a=b")).toBe(false);
  expect(await hasOwnToken(undefined)).toBe(false);
});

test("only the hash of what a session's cookie carries is kept", async ({ database, begin }) => {
  const token = await decode({ token: await begin(), secret: APP_SECRET });
  const rows = await database.selectFrom("sessions").selectAll().execute();
  expect(JSON.stringify(rows)).not.toContain(String(token?.session));
});
