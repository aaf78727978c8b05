import type { Db } from "#db/index.ts";
import { updateOrganization } from "#lib/identity/organizations/organizations.ts";
import { changePassword, updateProfile } from "#lib/identity/profile/profile.ts";
import { newSession, sessionOfToken } from "#lib/identity/sessions/session-token.ts";
import {
  listSessions,
  revokeOtherSessions,
  revokeSession,
} from "#lib/identity/sessions/sessions.ts";
import { findUser, type UserRow } from "#lib/identity/users/queries.ts";
import {
  findOpenPageSession,
  sessionActor,
  startPageSession,
} from "#lib/identity/visitor-sessions/page-session.ts";
import { createHandoff } from "#lib/identity/visitor-sessions/session-handoff.ts";
import { getStatusPage } from "#lib/pages/read.ts";
import { shiftClock } from "#lib/platform/clock.ts";
import { installJobs } from "#lib/server/worker/worker.ts";
import { person } from "#tests/support/data/accounts.ts";
import { mintOrganization, mintPage, mintUser, PASSWORD } from "#tests/support/data/mint.ts";
import { test as base, expect } from "#tests/support/test.ts";

const HOUR_MS = 3_600_000;
const FIREFOX = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0";

type Begin = (method?: "password" | "two_factor" | "passkey" | "oidc") => Promise<string>;
type World = { user: UserRow; begin: Begin };

const test = base.extend<{ world: World }>({
  world: async ({ database, organization }, use) => {
    await installJobs();
    const { id } = await mintUser(database, organization.id, "editor");
    const user = await findUser(database, id);
    if (!user) throw new Error("no user");
    const where = { address: "192.0.2.7", user_agent: FIREFOX };
    const begin: Begin = (method = "password") => newSession(database, user, { method, ...where });
    await use({ user, begin });
  },
});
test.afterEach(() => shiftClock(0));

async function idOf(db: Db, token: string): Promise<number> {
  return (await sessionOfToken(db, token))?.session_id ?? 0;
}

test("sessions are listed with device, address and how they began, until they run out", async ({
  database,
  organization,
  world: { user, begin },
}) => {
  const target = { user_id: user.id };
  await begin("passkey");
  const [session, ...others] = await listSessions(person(database, user.id), target);
  expect(others).toEqual([]);
  expect(session).toMatchObject({
    method: "passkey",
    browser: "Firefox",
    system: "Windows",
    address: "192.0.2.7",
  });
  await expect(listSessions(person(database, organization.owner.id), target)).rejects.toMatchObject(
    { code: "not_found" },
  );
  shiftClock(12 * HOUR_MS + 1_000);
  expect(await listSessions(person(database, user.id), target)).toEqual([]);
});

test("one session or all others are ended at once, and nobody else's", async ({
  database,
  organization,
  world: { user, begin },
}) => {
  const [own, other, third] = [await begin(), await begin(), await begin()];
  const target = { user_id: user.id };
  const ctx = person(database, user.id);
  const stranger = await findUser(database, organization.owner.id);
  const foreign = stranger ? await newSession(database, stranger) : "";
  await revokeSession(ctx, { ...target, session_id: await idOf(database, foreign) });
  expect(await sessionOfToken(database, foreign)).not.toBeNull();
  await revokeSession(ctx, { ...target, session_id: await idOf(database, other) });
  expect(await sessionOfToken(database, other)).toBeNull();
  const session_id = await idOf(database, own);
  expect(await revokeOtherSessions(ctx, { ...target, session_id })).toBe(1);
  expect(await sessionOfToken(database, third)).toBeNull();
  expect(await sessionOfToken(database, own)).not.toBeNull();
});

test("changing the password asks for the present one and ends every session", async ({
  database,
  world: { user, begin },
}) => {
  const token = await begin();
  const target = { user_id: user.id };
  const ctx = person(database, user.id);
  const input = { current_password: "a guess", new_password: "a brand-new password" };
  await expect(changePassword(ctx, target, input)).rejects.toMatchObject({
    fields: { current_password: [{ code: "wrong_password" }] },
  });
  expect(await sessionOfToken(database, token)).not.toBeNull();
  const changed = await changePassword(ctx, target, { ...input, current_password: PASSWORD });
  expect(await sessionOfToken(database, token)).toBeNull();
  const fresh = await newSession(database, changed);
  expect(await sessionOfToken(database, fresh)).toMatchObject({ user: { id: user.id } });
  await updateProfile(ctx, target, { name: "Ada", locale: "de" });
  expect(await findUser(database, user.id)).toMatchObject({ name: "Ada", locale: "de" });
});

test("where an organization asks for more, a password opens the account and nothing else", async ({
  database,
  organization,
  world: { user, begin },
}) => {
  const owner = person(database, organization.owner.id);
  const target = { organization_id: organization.id };
  const weak = await begin();
  expect(await sessionOfToken(database, weak)).toMatchObject({ is_weak: false });
  await updateOrganization(owner, target, { strong_sign_in_required: true });
  expect(await sessionOfToken(database, weak)).toMatchObject({ is_weak: true });
  for (const method of ["two_factor", "passkey", "oidc"] as const)
    expect(await sessionOfToken(database, await begin(method))).toMatchObject({ is_weak: false });
  const limited = { ...owner, actor: { kind: "account", user_id: user.id } as const };
  const page = { subdomain: organization.page.subdomain };
  await expect(getStatusPage(limited, page)).rejects.toMatchObject({ code: "not_found" });
  expect(await listSessions(limited, { user_id: user.id })).toHaveLength(4);
  expect(await sessionActor(database, `next-auth.session-token=${weak}`, "localhost")).toBeNull();
  await updateOrganization(owner, target, { strong_sign_in_required: false });
  expect(await sessionOfToken(database, weak)).toMatchObject({ is_weak: false });
});

test("a page's session that a password began is over when the organization asks for more", async ({
  database,
  organization,
  world: { user, begin },
}) => {
  const { id, subdomain } = await mintPage(database, organization.id, { member_restricted: true });
  const session = await sessionOfToken(database, await begin());
  if (!session) throw new Error("no session");
  const url = await createHandoff(person(database, user.id), session, {
    subdomain,
    path: "/",
    browser: Buffer.alloc(32).toString("base64url"),
  });
  expect(url).toContain("/session/");
  const { session_id, stamp: password_stamp } = session;
  const handover = { status_page_id: id, session_id, password_stamp, path: "/" };
  const token = await startPageSession(database, handover);
  expect(await findOpenPageSession(database, token)).not.toBeNull();
  const owner = person(database, organization.owner.id);
  const target = { organization_id: organization.id };
  await updateOrganization(owner, target, { strong_sign_in_required: true });
  expect(await findOpenPageSession(database, token)).toBeNull();
});

test("only an owner decides what members sign in with, and keys are not asked", async ({
  database,
  organization,
}) => {
  const target = { organization_id: organization.id };
  const input = { strong_sign_in_required: true };
  const admin = await mintUser(database, organization.id, "admin");
  await expect(updateOrganization(person(database, admin.id), target, input)).rejects.toMatchObject(
    {
      code: "forbidden",
    },
  );
  const foreign = await mintOrganization(database);
  await expect(
    updateOrganization(person(database, foreign.owner.id), target, input),
  ).rejects.toMatchObject({ code: "not_found" });
  await updateOrganization(person(database, organization.owner.id), target, input);
  const byKey = {
    ...person(database),
    actor: { kind: "user", user_id: admin.id, api_key_id: 1 } as const,
  };
  const page = { subdomain: organization.page.subdomain };
  expect(await getStatusPage(byKey, page)).toMatchObject({ subdomain: page.subdomain });
});
