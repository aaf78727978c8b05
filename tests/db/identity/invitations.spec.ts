import { randomUUID } from "node:crypto";
import type { Db } from "#db/index.ts";
import type { Context } from "#lib/core/request/context.ts";
import { acceptInvitation, getInvitation } from "#lib/identity/members/invitations.ts";
import { addMember, deleteMember } from "#lib/identity/members/members.ts";
import { addPageMember, deletePageMember } from "#lib/identity/members/page-members.ts";
import { shiftClock } from "#lib/platform/clock.ts";
import { sendMessage } from "#lib/server/worker/send-message.ts";
import { type Minted, mintOrganization, PASSWORD } from "#tests/support/data/mint.ts";
import { expect, mails, test } from "#tests/support/stand-ins/relay-test.ts";

const DAY_MS = 86_400_000;
const NEW = { name: "Ada", password: "a-password-of-ten" };

const contextOf = (db: Db, actor: Context["actor"]): Context => ({
  db,
  actor,
  address: null,
  request_id: "test",
});
const visitor = (db: Db) => contextOf(db, { kind: "visitor" });

async function invite(db: Db, organization: Minted, email = `${randomUUID()}@example.com`) {
  const ctx = contextOf(db, { kind: "user", user_id: organization.owner.id, api_key_id: null });
  const member = await addMember(
    ctx,
    { organization_id: organization.id },
    { email, role: "editor" },
  );
  return { ctx, email, id: member.id, token: member.invitation_url?.split("/").at(-1) ?? "" };
}

async function membership(db: Db, id: number) {
  return db.selectFrom("memberships").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
}

test("who is invited gets the link by mail, as long as it works", async ({
  database,
  organization,
}) => {
  const { email, token, ctx } = await invite(database, organization);
  const ordered = () =>
    database.selectFrom("outbox").select("id").where("kind", "=", "member.invitation").execute();
  for (const { id } of await ordered()) await sendMessage({ outbox_id: id });
  const { mail } = await mails.nth(email);
  expect(mail.subject).toBe(`Join ${organization.name}`);
  expect(mail.text).toContain(`/invitation/${token}`);

  const target = { ...organization.page };
  const late = `${randomUUID()}@example.com`;
  const { id } = await addPageMember(ctx, target, { email: late, role: "viewer" });
  await deletePageMember(ctx, { ...target, page_member_id: id });
  for (const { id: outbox_id } of await ordered()) await sendMessage({ outbox_id });
  expect(mails.to(late)).toEqual([]);
});

test("a link makes one member, once: of many who open it at the same time one succeeds", async ({
  database,
  organization,
}) => {
  const { id, email, token } = await invite(database, organization);
  expect(await getInvitation(visitor(database), token)).toEqual({
    email,
    role: "editor",
    organization: organization.name,
    status_page: null,
    own: false,
  });
  const attempts = await Promise.allSettled(
    [1, 2, 3, 4].map(() => acceptInvitation(visitor(database), token, NEW)),
  );
  const accepted = attempts.flatMap((attempt) =>
    attempt.status === "fulfilled" ? [attempt.value] : [],
  );
  expect(accepted).toHaveLength(1);
  expect(await membership(database, id)).toMatchObject({
    user_id: accepted[0]?.id,
    role: "editor",
    email: null,
    invitation_hash: null,
  });
  await expect(acceptInvitation(visitor(database), token, NEW)).rejects.toMatchObject({
    code: "not_found",
  });
  await expect(getInvitation(visitor(database), token)).rejects.toMatchObject({
    code: "not_found",
  });
});

test("only the hash of a link is kept", async ({ database, organization }) => {
  const { id, token } = await invite(database, organization);
  expect(token).toHaveLength(32);
  expect(JSON.stringify(await membership(database, id))).not.toContain(token);
  await expect(getInvitation(visitor(database), `${token}x`)).rejects.toMatchObject({
    code: "not_found",
  });
});

test("a link works for seven days and not longer", async ({ database, organization }) => {
  const { token } = await invite(database, organization);
  try {
    shiftClock(7 * DAY_MS - 60_000);
    expect(await getInvitation(visitor(database), token)).toMatchObject({ role: "editor" });
    shiftClock(7 * DAY_MS + 1_000);
    await expect(acceptInvitation(visitor(database), token, NEW)).rejects.toMatchObject({
      code: "not_found",
    });
  } finally {
    shiftClock(0);
  }
});

test("a withdrawn invitation is worth nothing", async ({ database, organization }) => {
  const { ctx, id, token } = await invite(database, organization);
  await deleteMember(ctx, { organization_id: organization.id, member_id: id });
  await expect(acceptInvitation(visitor(database), token, NEW)).rejects.toMatchObject({
    code: "not_found",
  });
});

test("whoever made an account through a link gets into no other organization without its link and their password", async ({
  database,
  organization,
}) => {
  const { email, token } = await invite(database, organization);
  const user = await acceptInvitation(visitor(database), token, NEW);
  const second = await mintOrganization(database);
  const invited = await invite(database, second, email);
  expect(invited.token).not.toBe("");
  expect(await membership(database, invited.id)).toMatchObject({ user_id: null });
  const wrong = acceptInvitation(visitor(database), invited.token, {
    ...NEW,
    password: "another-password",
  });
  await expect(wrong).rejects.toMatchObject({
    code: "invalid",
    fields: { password: [{ code: "wrong_password" }] },
  });
  expect(await membership(database, invited.id)).toMatchObject({ user_id: null });
  expect(await acceptInvitation(visitor(database), invited.token, NEW)).toMatchObject({
    id: user.id,
  });
  expect(await membership(database, invited.id)).toMatchObject({ user_id: user.id });
});

test("an account that came to be after the invitation accepts it with its own password", async ({
  database,
  organization,
}) => {
  const { email, id, token } = await invite(database, organization);
  const { owner } = await mintOrganization(database);
  await database.updateTable("users").set({ email }).where("id", "=", owner.id).execute();
  await expect(acceptInvitation(visitor(database), token, NEW)).rejects.toMatchObject({
    code: "invalid",
  });
  await acceptInvitation(visitor(database), token, { ...NEW, password: PASSWORD });
  expect(await membership(database, id)).toMatchObject({ user_id: owner.id });
});
