import type { Db } from "#db/index.ts";
import { authenticate } from "#lib/core/access/authenticate.ts";
import { authorize, authorizeOrganization } from "#lib/core/access/authorize.ts";
import type { Permission } from "#lib/core/access/permissions.ts";
import { type Context, systemContext } from "#lib/core/request/context.ts";
import {
  createOrganizationKey,
  listApiKeys,
  renewApiKey,
} from "#lib/identity/api-keys/api-keys.ts";
import { endAccess } from "#lib/identity/profile/end-access.ts";
import { createUserKey } from "#lib/identity/profile/user-keys.ts";
import { newSession } from "#lib/identity/sessions/session-token.ts";
import { findUser } from "#lib/identity/users/queries.ts";
import { DAY_SECONDS, later, secondsBetween, wireNow } from "#lib/platform/clock.ts";
import { person } from "#tests/support/data/accounts.ts";
import { type Minted, mintPage } from "#tests/support/data/mint.ts";
import { expect, test } from "#tests/support/test.ts";

async function asKey(db: Db, token: string): Promise<Context> {
  return { ...systemContext(db, "test"), actor: await authenticate(db, token) };
}

type Limits = Omit<Parameters<typeof createOrganizationKey>[2], "name">;

async function keyOf(db: Db, { id: organization_id }: Minted, limits: Limits = {}) {
  const input = { name: "Limited", ...limits };
  return createOrganizationKey(systemContext(db, "test"), { organization_id }, input);
}

const outcome = (work: Promise<unknown>) =>
  work.then(
    () => "ok",
    ({ code }) => code,
  );

test("a key is for one page, and for the permissions that it was given, alone", async ({
  database,
  organization,
}) => {
  const other = await mintPage(database, organization.id);
  const { subdomain } = organization.page;
  const at = { organization_id: organization.id };
  const may = async (limits: Limits) => {
    const ctx = await asKey(database, (await keyOf(database, organization, limits)).token);
    const ask = (permission: Permission, page: string) =>
      outcome(authorize(ctx, permission as "page.read", { subdomain: page }));
    return {
      reads: await ask("page.read", subdomain),
      sends: await ask("metric.write", subdomain),
      posts: await ask("incident.write", subdomain),
      elsewhere: await ask("metric.write", other.subdomain),
      lists: await outcome(authorizeOrganization(ctx, "page.read", at)),
      owns: await outcome(authorizeOrganization(ctx, "organization.write", at)),
    };
  };
  const all = { reads: "ok", sends: "ok", posts: "ok", elsewhere: "ok", lists: "ok", owns: "ok" };
  expect(await may({ role: "owner" })).toEqual(all);
  const onePage = { ...all, elsewhere: "not_found", owns: "forbidden" };
  expect(await may({ role: "owner", subdomain })).toEqual(onePage);
  const refused = { reads: "forbidden", posts: "forbidden", lists: "forbidden", owns: "forbidden" };
  expect(await may({ role: "owner", permissions: ["metric.write"] })).toEqual({
    ...all,
    ...refused,
  });
  expect(await may({ role: "editor", permissions: ["metric.write"] })).toEqual({
    ...refused,
    ...{ sends: "forbidden", elsewhere: "forbidden" },
  });
  expect(await may({ subdomain, permissions: ["metric.write"] })).toEqual({
    ...{ ...all, ...refused },
    elsewhere: "not_found",
  });
});

test("a key that cannot read a restricted page is a visitor there", async ({
  database,
  organization,
}) => {
  const { id, subdomain } = organization.page;
  await database
    .updateTable("status_pages")
    .set({ member_restricted: true })
    .where("id", "=", id)
    .execute();
  for (const [permissions, sees] of [
    [["metric.write"], false],
    [["page.read"], true],
  ] as [Permission[], boolean][]) {
    const { token } = await keyOf(database, organization, { permissions });
    const visit = authorize(await asKey(database, token), "page.visit", { subdomain });
    expect(
      await visit.then(
        () => true,
        () => false,
      ),
    ).toBe(sees);
  }
});

test("limits are what exists and what lies ahead", async ({ database, organization }) => {
  const fields = (limits: Limits) =>
    keyOf(database, organization, limits).then(
      () => null,
      ({ fields }) => Object.keys(fields),
    );
  expect(await fields({ subdomain: "no-such-page" })).toEqual(["subdomain"]);
  expect(await fields({ expires_at: later(wireNow(), -5) })).toEqual(["expires_at"]);
  expect(await fields({ expires_at: later(wireNow(), 5) })).toBeNull();
});

test("a key ends at its end, also where it is remembered", async ({ database, organization }) => {
  const { token, id } = await keyOf(database, organization, { expires_at: later(wireNow(), 60) });
  const user = { user_id: organization.owner.id };
  const own = await createUserKey(systemContext(database, "test"), user, {
    ...{ name: "Own", expires_at: later(wireNow(), 60) },
  });
  expect((await authenticate(database, token)).kind).toBe("organization_key");
  await database
    .updateTable("api_keys")
    .set({ expires_at: later(wireNow(), -1) })
    .where("id", "in", [id, own.id])
    .execute();
  for (const ended of [token, own.token])
    await expect(authenticate(database, ended)).rejects.toMatchObject({ code: "unauthorized" });
});

test("a renewed key has the same limits and length, and the one before works for a day, once", async ({
  database,
  organization,
}) => {
  const { subdomain } = organization.page;
  const expires_at = later(wireNow(), 30 * DAY_SECONDS);
  const limits = { subdomain, permissions: ["metric.write" as const], expires_at };
  const key = await keyOf(database, organization, { ...limits, role: "editor" });
  const target = { organization_id: organization.id, api_key_id: key.id };
  const renewed = await renewApiKey(systemContext(database, "test"), target, {});
  expect(renewed).toMatchObject({ subdomain, permissions: limits.permissions, role: "editor" });
  expect(renewed.name).toBe("Limited");
  const length_s = secondsBetween(wireNow(), renewed.expires_at ?? "");
  expect(length_s / DAY_SECONDS).toBeCloseTo(30, 2);
  expect(secondsBetween(wireNow(), renewed.earlier_until) / DAY_SECONDS).toBeCloseTo(1, 2);
  for (const token of [key.token, renewed.token])
    expect((await authenticate(database, token)).kind).toBe("organization_key");
  const { rows } = await listApiKeys(systemContext(database, "test"), target, { limit: 100 });
  expect(rows.find(({ id }) => id === key.id)?.expires_at).toBe(renewed.earlier_until);
  await expect(renewApiKey(systemContext(database, "test"), target, {})).rejects.toMatchObject({
    fields: { base: [{ code: "already_renewed" }] },
  });
  const next = { ...target, api_key_id: renewed.id };
  expect((await renewApiKey(systemContext(database, "test"), next, {})).expires_at).toBe(
    expires_at,
  );
});

test("all sessions and keys of a person end at once, where the caller owns all they are in", async ({
  database,
  organization,
}) => {
  const { id: organization_id, owner } = organization;
  const target = { user_id: owner.id };
  const row = await findUser(database, owner.id);
  if (row) await newSession(database, row);
  const own = await createUserKey(systemContext(database, "test"), target, { name: "Own" });
  const made = await createOrganizationKey(
    person(database, owner.id),
    { organization_id },
    {
      name: "Made",
    },
  );
  const others = await keyOf(database, organization);
  await expect(endAccess(person(database, owner.id), target)).rejects.toMatchObject({
    code: "not_found",
  });
  const ended = await endAccess(systemContext(database, "test"), target);
  expect(ended.sessions).toBe(1);
  for (const token of [own.token, made.token])
    await expect(authenticate(database, token)).rejects.toMatchObject({ code: "unauthorized" });
  expect((await authenticate(database, others.token)).kind).toBe("organization_key");
});
