import type { Db } from "#db/index.ts";
import { newInvitationLink } from "#lib/identity/members/invitations.ts";
import { accountOf, connectAccount } from "#lib/identity/oidc/accounts.ts";
import type { Person } from "#lib/identity/oidc/claims.ts";
import { findProvider } from "#lib/identity/oidc/provider.ts";
import { newSession, sessionOfToken } from "#lib/identity/sessions/session-token.ts";
import { findUser, findUserByEmail } from "#lib/identity/users/queries.ts";
import { wireNow } from "#lib/platform/clock.ts";
import { installJobs } from "#lib/server/worker/worker.ts";
import { orderedFor, person as visitor, withTwoFactor } from "#tests/support/data/accounts.ts";
import { mintUser } from "#tests/support/data/mint.ts";
import { setProviders } from "#tests/support/data/providers.ts";
import { test as base, expect } from "#tests/support/test.ts";

let people = 0;

const ISSUER = "https://login.example.com";
const PARTNER = "https://partner.example";
const BOTH = {
  ...{ OIDC_ISSUER: ISSUER, OIDC_CLIENT_ID: "allclear" },
  ...{ OIDC_2_ISSUER: PARTNER, OIDC_2_CLIENT_ID: "allclear" },
};

function known(email: string, more: Partial<Person> = {}): Person {
  people += 1;
  const subject = `person-${people}-${wireNow()}`;
  const rest = { email, email_verified: true, name: "Grace", groups: null };
  return { issuer: ISSUER, subject, ...rest, ...more };
}

function comes(database: Db, person: Person, number = 1) {
  const provider = findProvider(number);
  if (!provider) throw new Error("no such provider");
  return accountOf(visitor(database), { provider, person });
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

test.beforeEach(() => setProviders(BOTH));
test.afterAll(() => setProviders({}));

test("a verified address links to its account once; from then on the person is known by their id", async ({
  database,
  organization,
}) => {
  const { id, email } = await mintUser(database, organization.id, "editor");
  const grace = known(email.toUpperCase());
  const found = await Promise.all([1, 2, 3].map(() => comes(database, grace)));
  for (const user of found) expect(user).toMatchObject({ id });
  const moved = { ...grace, email: "elsewhere@example.com", email_verified: false };
  expect(await comes(database, moved)).toMatchObject({ id });
  const notices = (await orderedFor(database, id)).map(({ notice }) => notice);
  expect(notices).toContain("provider_linked");
});

test("an address that the provider does not vouch for links to nothing", async ({
  database,
  organization,
}) => {
  const { email } = await mintUser(database, organization.id, "editor");
  const doubtful = known(email, { email_verified: false });
  expect(await comes(database, doubtful)).toBe("unverified");
  expect(await comes(database, known("", { email: null }))).toBe("unverified");
});

test("an unverified address links where the operator trusts the provider with its domain, and only there", async ({
  database,
  organization,
}) => {
  setProviders({ ...BOTH, OIDC_TRUSTED_EMAIL_DOMAINS: "example.org, EXAMPLE.com" });
  const { id, email } = await mintUser(database, organization.id, "editor");
  const doubtful = { email_verified: false };
  expect(email).toMatch(/@example\.com$/);
  expect(await comes(database, known(email, doubtful))).toMatchObject({ id });
  const elsewhere = known(email.replace("@", "@sub."), doubtful);
  expect(await comes(database, elsewhere)).toBe("unverified");
});

test("an account that a person of the provider has does not go over to another one", async ({
  database,
  organization,
}) => {
  const { id, email } = await mintUser(database, organization.id, "editor");
  expect(await comes(database, known(email))).toMatchObject({ id });
  expect(await comes(database, known(email))).toBe("taken");
});

test("no address, verified or trusted, gives one provider the account of another's person", async ({
  database,
  organization,
}) => {
  const trusting = { OIDC_2_TRUSTED_EMAIL_DOMAINS: "example.com" };
  setProviders({ ...BOTH, ...trusting });
  const { id, email } = await mintUser(database, organization.id, "owner");
  expect(await comes(database, known(email))).toMatchObject({ id });
  for (const email_verified of [true, false]) {
    const other = known(email, { issuer: PARTNER, email_verified });
    expect(await comes(database, other, 2)).toBe("elsewhere");
  }
  const free = await mintUser(database, organization.id, "editor");
  const trusted = known(free.email, { issuer: PARTNER, email_verified: false });
  expect(await comes(database, trusted, 2)).toMatchObject({ id: free.id });
  expect(await comes(database, known(free.email))).toBe("elsewhere");
  // A provider that is no longer set holds nobody.
  setProviders({ OIDC_ISSUER: PARTNER, OIDC_CLIENT_ID: "allclear" });
  expect(await comes(database, known(email, { issuer: PARTNER }))).toMatchObject({ id });
});

test("whoever is signed in connects a second provider, and nobody else's person of it", async ({
  database,
  organization,
}) => {
  const [one, two] = [
    await mintUser(database, organization.id, "editor"),
    await mintUser(database, organization.id, "editor"),
  ];
  const account = async (id: number) => {
    const row = await findUser(database, id);
    if (!row) throw new Error("no such user");
    return row;
  };
  const other = known("elsewhere@partner.example", { issuer: PARTNER, email_verified: false });
  expect(await comes(database, known(one.email))).toMatchObject({ id: one.id });
  const connect = async (id: number, person: Person) => {
    const user = await account(id);
    const session = await sessionOfToken(database, await newSession(database, user));
    return session && connectAccount(visitor(database, id), session, person);
  };
  expect(await connect(one.id, other)).toMatchObject({ id: one.id });
  expect(await comes(database, other, 2)).toMatchObject({ id: one.id });
  expect(await connect(two.id, other)).toBe("taken");
  expect(await connect(one.id, known("", { issuer: PARTNER }))).toBe("taken");
  const notices = (await orderedFor(database, one.id)).map(({ notice }) => notice);
  expect(notices.filter((notice) => notice === "provider_linked")).toHaveLength(2);
});

test("a stranger gets no account, an invited person gets one that is no member yet", async ({
  database,
  organization,
}) => {
  const email = `invited-${organization.id}@example.com`;
  const grace = known(email);
  expect(await comes(database, grace)).toBe("uninvited");
  expect(await findUserByEmail(database, email)).toBeUndefined();
  const { url: _, ...link } = newInvitationLink();
  const values = { organization_id: organization.id, email, role: "viewer" as const, ...link };
  await database.insertInto("memberships").values(values).execute();
  const user = await comes(database, grace);
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
  expect(await comes(database, known(email))).toMatchObject({
    id,
    password_hash: null,
    email_confirmed: true,
  });
  expect(await sessionOfToken(database, session)).toBeNull();
  const keys = database.selectFrom("api_keys").select("revoked_at").where("user_id", "=", id);
  for (const { revoked_at } of await keys.execute()) expect(revoked_at).not.toBeNull();
  expect(key).toBeTruthy();
});
