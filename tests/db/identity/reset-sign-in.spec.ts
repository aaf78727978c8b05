import type { Db } from "#db/index.ts";
import { systemContext } from "#lib/core/request/context.ts";
import { hasProof } from "#lib/identity/profile/prove.ts";
import { resetMemberSignIn, resetSignIn } from "#lib/identity/profile/reset-sign-in.ts";
import { newSession, sessionOfToken } from "#lib/identity/sessions/session-token.ts";
import { beginSecondStep } from "#lib/identity/sign-in/second-step.ts";
import { findUser, type UserRow } from "#lib/identity/users/queries.ts";
import { wireNow } from "#lib/platform/clock.ts";
import { installJobs } from "#lib/server/worker/worker.ts";
import { orderedFor, person, withTwoFactor } from "#tests/support/data/accounts.ts";
import { type Minted, mintOrganization, mintUser } from "#tests/support/data/mint.ts";
import { test as base, expect } from "#tests/support/test.ts";

type Locked = {
  user: UserRow;
  session: string;
  target: { organization_id: number; member_id: number };
};

const test = base.extend<{ locked: Locked }>({
  /** Somebody who has lost the phone with their app, their passkey and their account elsewhere. */
  locked: async ({ database, organization }, use) => {
    await installJobs();
    const { id } = await mintUser(database, organization.id, "editor");
    await withTwoFactor(database, id);
    const passkey = { user_id: id, credential_id: `lost ${id}`, public_key: Buffer.alloc(8) };
    await database
      .insertInto("passkeys")
      .values({ ...passkey, name: "Phone", counter: 0, transports: [] })
      .execute();
    const identity = { user_id: id, issuer: "https://login.example.com", subject: `lost ${id}` };
    await database.insertInto("oidc_identities").values(identity).execute();
    const user = await findUser(database, id);
    if (!user) throw new Error("no user");
    const session = await newSession(database, user, { method: "two_factor" });
    const member_id = await membershipOf(database, id, organization.id);
    await use({ user, session, target: { organization_id: organization.id, member_id } });
  },
});

async function membershipOf(db: Db, user_id: number, organization_id: number): Promise<number> {
  const row = await db
    .selectFrom("memberships")
    .select("id")
    .where("user_id", "=", user_id)
    .where("organization_id", "=", organization_id)
    .executeTakeFirstOrThrow();
  return row.id;
}

async function join(db: Db, user_id: number, { id }: Minted, role: "owner" | "viewer") {
  const values = { organization_id: id, user_id, role, accepted_at: wireNow() };
  await db.insertInto("memberships").values(values).execute();
}

/** In which organizations the reset stands in the log, and by whom. */
function entries(db: Db, user_id: number) {
  return db
    .selectFrom("audit_log")
    .select(["organization_id", "actor_kind", "actor_id"])
    .where("action", "=", "user.reset_sign_in")
    .where("subject_id", "=", user_id)
    .orderBy("organization_id")
    .execute();
}

async function proves(db: Db, { id }: UserRow): Promise<boolean> {
  return hasProof(person(db, id), { user_id: id });
}

test("an owner resets how a member signs in: their password alone is asked for, and they are told", async ({
  database,
  organization,
  locked: { user, session, target },
}) => {
  expect(await beginSecondStep(person(database), user)).not.toBeNull();
  await resetMemberSignIn(person(database, organization.owner.id), target);
  expect(await beginSecondStep(person(database), user)).toBeNull();
  expect(await proves(database, user)).toBe(false);
  expect(await sessionOfToken(database, session)).toBeNull();
  expect(await findUser(database, user.id)).toMatchObject({ password_hash: user.password_hash });
  const codes = database.selectFrom("recovery_codes").select("user_id");
  expect(await codes.where("user_id", "=", user.id).execute()).toEqual([]);
  const notices = (await orderedFor(database, user.id)).map(({ notice }) => notice);
  expect(notices.at(-1)).toBe("sign_in_reset");
  expect(await entries(database, user.id)).toEqual([
    { organization_id: organization.id, actor_kind: "user", actor_id: organization.owner.id },
  ]);
});

test("nobody resets a member who also belongs to an organization that they do not own", async ({
  database,
  organization,
  locked: { user, target },
}) => {
  const other = await mintOrganization(database);
  await join(database, user.id, other, "viewer");
  const owner = person(database, organization.owner.id);
  const refusal = { code: "invalid", fields: { base: [{ code: "belongs_elsewhere" }] } };
  await expect(resetMemberSignIn(owner, target)).rejects.toMatchObject(refusal);
  await join(database, organization.owner.id, other, "viewer");
  await expect(resetMemberSignIn(owner, target)).rejects.toMatchObject(refusal);
  expect(await proves(database, user)).toBe(true);
  await database
    .updateTable("memberships")
    .set({ role: "owner" })
    .where("user_id", "=", organization.owner.id)
    .execute();
  await resetMemberSignIn(owner, target);
  expect((await entries(database, user.id)).map(({ organization_id }) => organization_id)).toEqual([
    organization.id,
    other.id,
  ]);
});

test("nobody but owners resets a member, and no owner themselves or somebody of another organization", async ({
  database,
  organization,
  locked: { user, target },
}) => {
  const admin = await mintUser(database, organization.id, "admin");
  const forbidden = { code: "forbidden" };
  await expect(resetMemberSignIn(person(database, admin.id), target)).rejects.toMatchObject(
    forbidden,
  );
  const other = await mintOrganization(database);
  const missing = { code: "not_found" };
  const stranger = person(database, other.owner.id);
  for (const organization_id of [organization.id, other.id])
    await expect(resetMemberSignIn(stranger, { ...target, organization_id })).rejects.toMatchObject(
      missing,
    );
  const { owner } = organization;
  const member_id = await membershipOf(database, owner.id, organization.id);
  await expect(
    resetMemberSignIn(person(database, owner.id), { ...target, member_id }),
  ).rejects.toMatchObject(missing);
  await expect(resetSignIn(person(database, user.id), { user_id: user.id })).rejects.toMatchObject(
    missing,
  );
  expect(await proves(database, user)).toBe(true);
});

test("the operator of the server resets whoever it is", async ({ database, locked: { user } }) => {
  await join(database, user.id, await mintOrganization(database), "owner");
  await resetSignIn(systemContext(database, "cli"), { user_id: user.id });
  expect(await proves(database, user)).toBe(false);
  expect(await entries(database, user.id)).toMatchObject([
    { actor_kind: "system" },
    { actor_kind: "system" },
  ]);
});
