import { decode, encode } from "next-auth/jwt";
import { endSessionOf, newSession, userOfToken } from "#lib/identity/sessions/session-token.ts";
import { findUser } from "#lib/identity/users/queries.ts";
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

test("only the hash of what a session's cookie carries is kept", async ({ database, begin }) => {
  const token = await decode({ token: await begin(), secret: APP_SECRET });
  const rows = await database.selectFrom("sessions").selectAll().execute();
  expect(JSON.stringify(rows)).not.toContain(String(token?.session));
});
