import { createHash, randomBytes } from "node:crypto";
import type { Db } from "#db/index.ts";
import { authorize } from "#lib/core/access/authorize.ts";
import type { Actor, Context } from "#lib/core/request/context.ts";
import { endSessionOf, newSession, sessionOfToken } from "#lib/identity/sessions/session-token.ts";
import { findUser } from "#lib/identity/users/queries.ts";
import {
  endPageSession,
  findOpenPageSession,
  sessionActor,
} from "#lib/identity/visitor-sessions/page-session.ts";
import { acceptHandoff, createHandoff } from "#lib/identity/visitor-sessions/session-handoff.ts";
import { shiftClock } from "#lib/platform/clock.ts";
import { type MintedUser, mintOrganization, mintPage, mintUser } from "#tests/support/data/mint.ts";
import { test as base, expect } from "#tests/support/test.ts";

const HOUR_MS = 3_600_000;

function contextOf(db: Db, actor: Actor): Context {
  return { db, actor, address: "192.0.2.1", request_id: "test" };
}

/** A viewer of a page for members, signed in at the application, with a browser at the page. */
async function signedIn(db: Db, organizationId: number) {
  const page = await mintPage(db, organizationId, { member_restricted: true });
  const user = await mintUser(db, organizationId, "viewer");
  const row = await findUser(db, user.id);
  const cookie = row ? await newSession(db, row) : "";
  const session = await sessionOfToken(db, cookie);
  if (!session) throw new Error("no session");
  const browser = randomBytes(24).toString("base64url");
  const hash = createHash("sha256").update(browser).digest("base64url");
  const ctx = contextOf(db, { kind: "user", user_id: user.id, api_key_id: null });
  const mint = async (path = "/incidents/1") =>
    createHandoff(ctx, session, { subdomain: page.subdomain, path, browser: hash });
  const tokenIn = (url: string) => url.split("/session/")[1] ?? "";
  const enter = async () => {
    const token = tokenIn(await mint());
    return (await acceptHandoff(db, { subdomain: page.subdomain, token, browser }))?.token ?? "";
  };
  return { page, user, cookie, browser, ctx, session, mint, tokenIn, enter };
}

const test = base.extend<{ viewer: Awaited<ReturnType<typeof signedIn>> }>({
  viewer: async ({ database, organization }, use) => use(await signedIn(database, organization.id)),
});

async function isOpen(db: Db, token: string): Promise<boolean> {
  return (await findOpenPageSession(db, token)) !== null;
}

test("a hand-over leads to the page's own host, begins a session once, and says where to go", async ({
  database,
  viewer: { page, user, browser, mint, tokenIn },
}) => {
  const url = await mint("/incidents/1?lang=de");
  expect(url).toMatch(new RegExp(`^http://${page.subdomain}\\.localhost:3000/session/[\\w-]{32}$`));
  const arrival = { subdomain: page.subdomain, token: tokenIn(url), browser };
  const entered = await acceptHandoff(database, arrival);
  expect(entered?.path).toBe("/incidents/1?lang=de");
  expect(await findOpenPageSession(database, entered?.token)).toMatchObject({
    status_page_id: page.id,
    user: { id: user.id },
  });
  expect(await acceptHandoff(database, arrival)).toBeNull();
});

test("a hand-over is for the browser that asked, for its page, and for a minute; whoever else tries does not use it up", async ({
  database,
  organization,
  viewer: { page, browser, mint, tokenIn },
}) => {
  const other = await mintPage(database, organization.id, { member_restricted: true });
  const token = tokenIn(await mint());
  const right = { subdomain: page.subdomain, token, browser };
  const stranger = randomBytes(24).toString("base64url");
  expect(await acceptHandoff(database, { ...right, browser: stranger })).toBeNull();
  expect(await acceptHandoff(database, { ...right, browser: undefined })).toBeNull();
  expect(await acceptHandoff(database, { ...right, subdomain: other.subdomain })).toBeNull();
  try {
    shiftClock(61_000);
    expect(await acceptHandoff(database, right)).toBeNull();
  } finally {
    shiftClock(0);
  }
  expect(await acceptHandoff(database, right)).not.toBeNull();
});

test("wherever somebody wants to go on the page, it is on the page", async ({
  viewer: { page, browser, mint, tokenIn },
  database,
}) => {
  const tricks = ["//evil.example", "/\\evil.example", "https://evil.example/", "\t//evil.example"];
  for (const path of [...tricks, "", "javascript:alert(1)"]) {
    const token = tokenIn(await mint(path));
    const entered = await acceptHandoff(database, { subdomain: page.subdomain, token, browser });
    expect(entered?.path, path).toBe("/");
  }
});

test("who may not see the page is handed over nowhere", async ({
  database,
  organization,
  viewer: { session, page },
}) => {
  const foreign = await mintUser(database, (await mintOrganization(database)).id, "owner");
  const ctx = contextOf(database, { kind: "user", user_id: foreign.id, api_key_id: null });
  const wish = { path: "/", browser: "x".repeat(43) };
  await expect(
    createHandoff(ctx, session, { subdomain: page.subdomain, ...wish }),
  ).rejects.toMatchObject({ code: "forbidden" });
  const open = await mintPage(database, organization.id);
  expect(await createHandoff(ctx, session, { subdomain: open.subdomain, ...wish })).toBe(
    `http://${open.subdomain}.localhost:3000/`,
  );
});

test("a page's session ends with the account's, with a new password, by signing out, and after 12 hours", async ({
  database,
  viewer: { user, cookie, enter },
}) => {
  const late = await enter();
  try {
    shiftClock(12 * HOUR_MS - 60_000);
    expect(await isOpen(database, late)).toBe(true);
    shiftClock(12 * HOUR_MS + 1_000);
    expect(await isOpen(database, late)).toBe(false);
  } finally {
    shiftClock(0);
  }
  const password = (password_hash: string | null) =>
    database.updateTable("users").set({ password_hash }).where("id", "=", user.id).execute();
  const before = (await findUser(database, user.id))?.password_hash ?? null;
  await password("another");
  expect(await isOpen(database, late)).toBe(false);
  await password(before);
  expect(await isOpen(database, late)).toBe(true);

  const [here, elsewhere] = [await enter(), await enter()];
  await endPageSession(database, here);
  expect([await isOpen(database, here), await isOpen(database, elsewhere)]).toEqual([false, false]);
  expect(await sessionOfToken(database, cookie)).toBeNull();
});

test("who signs out at the application has no session on any page", async ({
  database,
  viewer: { cookie, enter },
}) => {
  const token = await enter();
  await endSessionOf(database, cookie);
  expect(await isOpen(database, token)).toBe(false);
});

test("a page's session counts on pages' hosts alone, the account's at the application alone", async ({
  database,
  viewer: { page, user, cookie, enter },
}) => {
  const token = await enter();
  const host = `${page.subdomain}.localhost:3000`;
  const both = `next-auth.session-token=${cookie}; allclear-page=${token}`;
  const actorAt = (where: string, cookies: string) => sessionActor(database, cookies, where);
  const reader = { kind: "reader", user_id: user.id, status_page_id: page.id };
  expect(await actorAt(host, both)).toEqual(reader);
  expect(await actorAt(host, `next-auth.session-token=${cookie}`)).toBeNull();
  expect(await actorAt(host, `next-auth.session-token=${token}`)).toBeNull();
  expect(await actorAt("localhost:3000", `allclear-page=${token}`)).toBeNull();
  expect(await actorAt("localhost:3000", `next-auth.session-token=${token}`)).toBeNull();
  expect(await actorAt("localhost:3000", both)).toMatchObject({ kind: "user", user_id: user.id });
});

test("a reader sees the one page, whatever else the user may, and does nothing but look", async ({
  database,
  organization,
  viewer,
}) => {
  const { id: organization_id } = organization;
  const owner = await mintUser(database, organization_id, "owner");
  const another = await mintPage(database, organization_id, { member_restricted: true });
  const as = (user: MintedUser) =>
    contextOf(database, {
      kind: "reader",
      user_id: user.id,
      status_page_id: viewer.page.id,
    });
  const { subdomain } = viewer.page;
  const grant = await authorize(as(owner), "page.visit", { subdomain });
  expect([grant.status_page_id, grant.sees_private]).toEqual([viewer.page.id, true]);
  await expect(
    authorize(as(owner), "page.visit", { subdomain: another.subdomain }),
  ).rejects.toMatchObject({ code: "forbidden", barrier: "membership" });
  for (const permission of ["page.read", "incident.write", "status_page.delete"] as const)
    await expect(authorize(as(owner), permission, { subdomain })).rejects.toMatchObject({
      code: "not_found",
    });
  await database.deleteFrom("memberships").where("user_id", "=", viewer.user.id).execute();
  await expect(authorize(as(viewer.user), "page.visit", { subdomain })).rejects.toMatchObject({
    code: "forbidden",
  });
});

test("only hashes of what addresses and cookies carry are kept", async ({
  database,
  viewer: { mint, tokenIn, enter, browser },
}) => {
  const secrets = [tokenIn(await mint()), await enter(), browser];
  const rows = [
    ...(await database.selectFrom("page_handovers").selectAll().execute()),
    ...(await database.selectFrom("page_sessions").selectAll().execute()),
  ];
  expect(rows.length).toBeGreaterThanOrEqual(2);
  const kept = JSON.stringify(rows.map((row) => Object.values(row).map((value) => String(value))));
  for (const secret of secrets) expect(kept).not.toContain(secret);
});
