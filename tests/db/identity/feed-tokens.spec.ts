import type { Db } from "#db/index.ts";
import { hashToken } from "#lib/core/access/tokens.ts";
import { systemContext } from "#lib/core/request/context.ts";
import { findFeedReader } from "#lib/identity/visitor-sessions/feed-tokens.queries.ts";
import {
  readOwnAccess,
  renewFeedToken,
  revokeFeedToken,
} from "#lib/identity/visitor-sessions/feed-tokens.ts";
import { mintOrganization, mintPage, mintUser } from "#tests/support/data/mint.ts";
import { test as base, expect } from "#tests/support/test.ts";

async function membersPage(db: Db, organizationId: number) {
  const page = await mintPage(db, organizationId, { member_restricted: true });
  const viewer = await mintUser(db, organizationId, "viewer");
  const as = (user_id: number) => ({
    ...systemContext(db, "test"),
    actor: { kind: "user", user_id, api_key_id: null } as const,
  });
  const readerOf = (token: string, subdomain = page.subdomain) =>
    findFeedReader(db, subdomain, hashToken(token));
  return { target: { subdomain: page.subdomain }, page, viewer, as, readerOf };
}

const test = base.extend<{ members: Awaited<ReturnType<typeof membersPage>> }>({
  members: async ({ database, organization }, use) =>
    use(await membersPage(database, organization.id)),
});

test("a feed's address is its member's, on its page only; a new one replaces it, and it can be revoked", async ({
  members: { target, page, viewer, as, readerOf },
  database,
  organization,
}) => {
  const ctx = as(viewer.id);
  expect(await readOwnAccess(ctx, target)).toEqual({ email: viewer.email, since: null });
  const first = await renewFeedToken(ctx, target);
  expect((await readOwnAccess(ctx, target)).since).not.toBeNull();
  const reader = { user_id: viewer.id, status_page_id: page.id };
  expect(await readerOf(first)).toEqual(reader);
  const other = await mintPage(database, organization.id, { member_restricted: true });
  expect(await readerOf(first, other.subdomain)).toBeUndefined();
  const second = await renewFeedToken(ctx, target);
  expect([await readerOf(first), await readerOf(second)]).toEqual([undefined, reader]);
  await revokeFeedToken(ctx, target);
  expect(await readerOf(second)).toBeUndefined();
  expect((await readOwnAccess(ctx, target)).since).toBeNull();
  await revokeFeedToken(ctx, target);
  const audited = await database
    .selectFrom("audit_log")
    .select(["action", "actor_kind"])
    .where("status_page_id", "=", page.id)
    .orderBy("id")
    .execute();
  expect(audited).toEqual(
    ["feed_token.create", "feed_token.create", "feed_token.delete"].map((action) => ({
      action,
      actor_kind: "user",
    })),
  );
});

test("a feed's address dies with the membership, and a new membership does not wake it", async ({
  members: { target, viewer, as, readerOf },
  database,
  organization,
}) => {
  const token = await renewFeedToken(as(viewer.id), target);
  await database.deleteFrom("memberships").where("user_id", "=", viewer.id).execute();
  expect(await readerOf(token)).toBeUndefined();
  await database
    .insertInto("memberships")
    .values({ organization_id: organization.id, user_id: viewer.id, role: "viewer" })
    .execute();
  expect(await readerOf(token)).toBeUndefined();
});

test("nobody makes addresses for a page that they may not see, nor for one that is open", async ({
  members: { target, viewer, as },
  database,
  organization,
}) => {
  const foreign = await mintOrganization(database);
  await expect(renewFeedToken(as(foreign.owner.id), target)).rejects.toMatchObject({
    code: "forbidden",
  });
  const { subdomain } = organization.page;
  await expect(renewFeedToken(as(viewer.id), { subdomain })).rejects.toMatchObject({
    code: "not_found",
  });
});

test("only the hash of a feed's address is kept", async ({ members, database }) => {
  const { target, viewer, as } = members;
  const token = await renewFeedToken(as(viewer.id), target);
  const rows = await database.selectFrom("feed_tokens").selectAll().execute();
  expect(JSON.stringify(rows.map((row) => row.token_hash.toString()))).not.toContain(token);
  expect(rows.some(({ token_hash }) => token_hash.equals(hashToken(token)))).toBe(true);
});
