import { newInvitationLink } from "#lib/identity/members/invitations.ts";
import { accountOf } from "#lib/identity/oidc/accounts.ts";
import type { Person } from "#lib/identity/oidc/visit.ts";
import { newSession, sessionOfToken } from "#lib/identity/sessions/session-token.ts";
import { findUser, findUserByEmail } from "#lib/identity/users/queries.ts";
import { wireNow } from "#lib/platform/clock.ts";
import { provideEnv } from "#lib/platform/config/env.ts";
import { installJobs } from "#lib/server/worker/worker.ts";
import { orderedFor, person, withTwoFactor } from "#tests/support/data/accounts.ts";
import { mintUser } from "#tests/support/data/mint.ts";
import { test as base, expect } from "#tests/support/test.ts";

let people = 0;

function known(email: string, more: Partial<Person> = {}): Person {
  people += 1;
  const subject = `person-${people}-${wireNow()}`;
  const issuer = "https://login.example.com";
  return { issuer, subject, email, email_verified: true, name: "Grace", ...more };
}

function trustDomains(domains: string): void {
  process.env.OIDC_TRUSTED_EMAIL_DOMAINS = domains;
  provideEnv({});
}

const test = base.extend({
  database: [
    async ({ database }, use) => {
      await installJobs();
      await use(database);
    },
    { scope: "worker" },
  ],
});

test("a verified address links to its account once; from then on the person is known by their id", async ({
  database,
  organization,
}) => {
  const { id, email } = await mintUser(database, organization.id, "editor");
  const grace = known(email.toUpperCase());
  const found = await Promise.all([1, 2, 3].map(() => accountOf(person(database), grace)));
  for (const user of found) expect(user).toMatchObject({ id });
  const moved = { ...grace, email: "elsewhere@example.com", email_verified: false };
  expect(await accountOf(person(database), moved)).toMatchObject({ id });
  const notices = (await orderedFor(database, id)).map(({ notice }) => notice);
  expect(notices).toContain("provider_linked");
});

test("an address that the provider does not vouch for links to nothing", async ({
  database,
  organization,
}) => {
  const { email } = await mintUser(database, organization.id, "editor");
  const doubtful = known(email, { email_verified: false });
  expect(await accountOf(person(database), doubtful)).toBe("unverified");
  expect(await accountOf(person(database), known("", { email: null }))).toBe("unverified");
});

test("an unverified address links where the operator trusts the provider with its domain, and only there", async ({
  database,
  organization,
}) => {
  trustDomains("example.org, EXAMPLE.com");
  const { id, email } = await mintUser(database, organization.id, "editor");
  const doubtful = { email_verified: false };
  expect(email).toMatch(/@example\.com$/);
  expect(await accountOf(person(database), known(email, doubtful))).toMatchObject({ id });
  const elsewhere = known(email.replace("@", "@sub."), doubtful);
  expect(await accountOf(person(database), elsewhere)).toBe("unverified");
  trustDomains("");
});

test("an account that a person of the provider has does not go over to another one", async ({
  database,
  organization,
}) => {
  const { id, email } = await mintUser(database, organization.id, "editor");
  expect(await accountOf(person(database), known(email))).toMatchObject({ id });
  expect(await accountOf(person(database), known(email))).toBe("taken");
});

test("a stranger gets no account, an invited person gets one that is no member yet", async ({
  database,
  organization,
}) => {
  const email = `invited-${organization.id}@example.com`;
  const grace = known(email);
  expect(await accountOf(person(database), grace)).toBe("uninvited");
  expect(await findUserByEmail(database, email)).toBeUndefined();
  const { url: _, ...link } = newInvitationLink();
  const values = { organization_id: organization.id, email, role: "viewer" as const, ...link };
  await database.insertInto("memberships").values(values).execute();
  const user = await accountOf(person(database), grace);
  expect(user).toMatchObject({ email, name: "Grace", password_hash: null, email_confirmed: true });
  const memberships = database
    .selectFrom("memberships")
    .select("user_id")
    .where("organization_id", "=", organization.id)
    .where("email", "=", email);
  expect(await memberships.execute()).toEqual([{ user_id: null }]);
});

test("what somebody set up on an account whose address they never proved is worth nothing to them", async ({
  database,
  organization,
}) => {
  const { id, email, key } = await mintUser(database, organization.id, "editor");
  const values = { email_confirmed: false };
  await database.updateTable("users").set(values).where("id", "=", id).execute();
  const user = await findUser(database, id);
  const session = user ? await newSession(database, user) : "";
  await withTwoFactor(database, id);
  expect(await accountOf(person(database), known(email))).toMatchObject({
    id,
    password_hash: null,
    email_confirmed: true,
  });
  expect(await sessionOfToken(database, session)).toBeNull();
  const keys = database.selectFrom("api_keys").select("revoked_at").where("user_id", "=", id);
  for (const { revoked_at } of await keys.execute()) expect(revoked_at).not.toBeNull();
  expect(key).toBeTruthy();
});
