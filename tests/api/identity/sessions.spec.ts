import type { Db } from "#db/index.ts";
import type { ActionName } from "#lib/api/action-list.ts";
import { hashToken } from "#lib/core/access/tokens.ts";
import { sessionOfToken } from "#lib/identity/sessions/session-token.ts";
import { callAction, type Fields } from "#tests/support/actions/call.ts";
import { cookieOf, mintSubject } from "#tests/support/actions/people.ts";
import { made, type Subject } from "#tests/support/actions/sample.ts";
import { SAMPLES } from "#tests/support/actions/samples.ts";
import { withTwoFactor } from "#tests/support/data/accounts.ts";
import { WITHOUT_WORKER } from "#tests/support/server/env.ts";
import type { TestServer } from "#tests/support/server/server.ts";
import { expect, test } from "#tests/support/test.ts";

test.use({ serverEnv: WITHOUT_WORKER });

const NAME = "next-auth.session-token";

async function isOpen(db: Db, cookie: string): Promise<boolean> {
  return (await sessionOfToken(db, cookie.split("=")[1])) !== null;
}

/** The session that a browser has after an action, beside the one it brought. */
async function sessionAfter(
  server: TestServer,
  name: ActionName,
  subject: Subject,
  brought: string,
): Promise<{ given: string | null; own: string }> {
  const tried = await made(name, SAMPLES[name], subject);
  const cookie = [brought, tried.cookie].filter((each) => each !== "").join("; ");
  const { cookies } = await callAction(server, name, tried, { cookie });
  const given = cookies.find((each) => each.startsWith(`${NAME}=`))?.split(";")[0] ?? null;
  return { given, own: brought };
}

const ENTERING: ActionName[] = [
  "signInAction",
  "codeAction",
  "secondStepAction",
  "acceptAction",
  "joinAction",
];

for (const name of ENTERING)
  test(`${name}: the session after it is a new one, and the one that the browser brought is over`, async ({
    database,
    server,
  }) => {
    const [subject, attacker] = [await mintSubject(database), await mintSubject(database)];
    const planted = await cookieOf(database, attacker.user);
    const { given } = await sessionAfter(server, name, subject, planted);
    expect(given).not.toBeNull();
    expect(given).not.toBe(planted);
    const session = await sessionOfToken(database, given?.split("=")[1]);
    expect(session?.user.id).not.toBe(attacker.user.id);
    expect(await isOpen(database, planted)).toBe(false);
    const noted = database
      .selectFrom("audit_log")
      .select("actor")
      .where("action", "=", "user.sign_in")
      .where("organization_id", "=", subject.organization.id);
    expect(await noted.execute()).toEqual([{ actor: `user:${session?.user.id}` }]);

    const made_up = `${NAME}=made-up-by-somebody`;
    const again = await sessionAfter(server, name, await mintSubject(database), made_up);
    expect(again.given).not.toBeNull();
    expect(again.given).not.toContain("made-up");
  });

test("a session that begins is the server's own: no form or cookie names it", async ({
  database,
  server,
}) => {
  const { ids, user } = await mintSubject(database);
  const form: Fields = {
    email: user.email,
    password: user.password,
    session: "x",
    session_id: "1",
  };
  const cookie = `${NAME}=x; ${NAME}.0=x; __Host-${NAME}=x; __Secure-${NAME}=x`;
  const { cookies } = await callAction(server, "signInAction", { sent: { form }, ids }, { cookie });
  const given = cookies.find((each) => each.startsWith(`${NAME}=`)) ?? "";
  expect(given).toMatch(/; HttpOnly/i);
  expect(given).toMatch(/; SameSite=Lax/i);
  const rows = await database
    .selectFrom("sessions")
    .select("id_hash")
    .where("user_id", "=", user.id)
    .execute();
  expect(rows).toHaveLength(1);
  expect(rows[0]?.id_hash.equals(hashToken("x"))).toBe(false);
});

/** Which of the user's sessions are over after an action: that which called it, and another one. */
const ENDING: [ActionName, { own: boolean; other: boolean }][] = [
  ["signOutAction", { own: false, other: true }],
  ["revokeOtherSessionsAction", { own: true, other: false }],
  ["changePasswordAction", { own: false, other: false }],
  ["resetAction", { own: false, other: false }],
  ["confirmAddressAction", { own: true, other: true }],
  ["stopAddressAction", { own: false, other: false }],
  ["updateProfileAction", { own: true, other: true }],
];

for (const [name, left] of ENDING) {
  const say = (open: boolean) => (open ? "stays" : "ends");

  test(`${name}: the session that called it ${say(left.own)}, another one ${say(left.other)}`, async ({
    database,
    server,
  }) => {
    const subject = await mintSubject(database);
    const [own, other] = [
      await cookieOf(database, subject.user, "password"),
      await cookieOf(database, subject.user, "password"),
    ];
    const { given } = await sessionAfter(server, name, subject, own);
    expect(await isOpen(database, own)).toBe(left.own);
    expect(await isOpen(database, other)).toBe(left.other);
    if (name === "changePasswordAction") expect(await isOpen(database, given ?? "")).toBe(true);
  });
}

test("a second factor that is turned on gives its session a new cookie; turned off, it proves nothing more", async ({
  database,
  server,
}) => {
  const subject = await mintSubject(database);
  const own = await cookieOf(database, subject.user, "password");
  const { given } = await sessionAfter(server, "confirmTwoFactorAction", subject, own);
  expect(given).not.toBe(own);
  expect(await isOpen(database, own)).toBe(false);
  expect((await sessionOfToken(database, given?.split("=")[1]))?.method).toBe("two_factor");

  const second = await mintSubject(database);
  await withTwoFactor(database, second.user.id);
  const strong = await cookieOf(database, second.user, "two_factor");
  await sessionAfter(server, "turnOffTwoFactorAction", second, strong);
  expect((await sessionOfToken(database, strong.split("=")[1]))?.method).toBe("password");
});

/** The routes of the session library: none of them does anything for another site. */
const ROUTES = ["signout", "signin", "callback/credentials", "session", "_log", "callback/x"];

test("the routes for sessions refuse other sites, and a sign-out without the browser's own secret", async ({
  database,
  server,
}) => {
  const { user } = await mintSubject(database);
  const cookie = await cookieOf(database, user);
  const type = { "content-type": "application/x-www-form-urlencoded" };
  const post = (route: string, headers: Record<string, string>) =>
    server.request(`/api/auth/${route}`, {
      method: "POST",
      headers: { ...type, cookie, ...headers },
      body: "csrfToken=guessed&json=true&callbackUrl=https://evil.example",
    });
  const foreign: Record<string, string>[] = [
    { origin: "https://evil.example" },
    { origin: "null" },
    { "sec-fetch-site": "cross-site" },
  ];
  for (const route of ROUTES)
    for (const headers of foreign)
      expect([route, (await post(route, headers)).status]).toEqual([route, 403]);
  for (const route of ROUTES) await post(route, {});
  expect(await isOpen(database, cookie)).toBe(true);
});
