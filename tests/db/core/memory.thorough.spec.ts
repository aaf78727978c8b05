import type { Db } from "#db/index.ts";
import { remembered } from "#lib/core/access/access-memory.ts";
import { findPageAccess } from "#lib/core/access/queries.ts";
import { findKey } from "#lib/core/access/tokens.queries.ts";
import { hashToken } from "#lib/core/access/tokens.ts";
import { parseInput } from "#lib/core/fields/validation.ts";
import { systemContext } from "#lib/core/request/context.ts";
import { receiveChange, setListening } from "#lib/core/transaction/announce.ts";
import { addMember } from "#lib/identity/members/members.ts";
import { resetPassword } from "#lib/identity/users/users.ts";
import { createIncident } from "#lib/incidents/create.ts";
import { CreateIncident } from "#lib/incidents/schema.ts";
import { UpdateStatusPage } from "#lib/pages/schema.ts";
import { updateStatusPage } from "#lib/pages/update.ts";
import { wireNow } from "#lib/platform/clock.ts";
import { createAccessGroup } from "#lib/services/access-groups/access-groups.ts";
import { CreateAccessGroup } from "#lib/services/access-groups/schema.ts";
import { type Minted, mintOrganization, mintService } from "#tests/support/data/mint.ts";
import { expect, test } from "#tests/support/test.ts";

test.beforeEach(() => setListening(true));
test.afterEach(() => setListening(false));

/**
 * What is remembered of a page and of its owner's key: `forgotten` tells, after something was
 * changed behind the memory's back, whether it was asked anew.
 */
async function rememberedOf(db: Db, { page, owner, keys }: Minted) {
  const zone = async () =>
    (await findPageAccess(db, page.subdomain, owner.id, wireNow()))?.time_zone;
  const role = async () => (await findKey(db, hashToken(keys.editor)))?.role;
  const before = async () => [await zone(), await role()];
  await before();
  return async () => {
    const known = await before();
    const values = { time_zone: known[0] === "Asia/Tokyo" ? "Europe/Berlin" : "Asia/Tokyo" };
    await db.updateTable("status_pages").set(values).where("id", "=", page.id).execute();
    await db
      .updateTable("api_keys")
      .set({ role: known[1] === "viewer" ? "editor" : "viewer" })
      .where("token_hash", "=", hashToken(keys.editor))
      .execute();
    return async () => {
      const now = await before();
      return { page: now[0] !== known[0], key: now[1] !== known[1] };
    };
  };
}

test("what is remembered of access is forgotten where it may have changed, and nowhere else", async ({
  database,
}) => {
  const ctx = systemContext(database, "test");
  const [own, other] = [await mintOrganization(database), await mintOrganization(database)];
  const service = await mintService(database, own.page.id);
  const page = { subdomain: own.page.subdomain };
  const behind = [await rememberedOf(database, own), await rememberedOf(database, other)] as const;
  const after = async (work: () => Promise<unknown>) => {
    const [changedOwn, changedOther] = [await behind[0](), await behind[1]()];
    await work();
    return [await changedOwn(), await changedOther()];
  };
  const nothing = { page: false, key: false };

  const incident = { title: "x", type: "minor", service_ids: [service] };
  expect(
    await after(() => createIncident(ctx, page, parseInput(CreateIncident, incident))),
  ).toEqual([nothing, nothing]);
  const settings = parseInput(UpdateStatusPage, { name: "Other" });
  const target = { ...page, organization_id: own.id };
  expect(await after(() => updateStatusPage(ctx, target, settings))).toEqual([
    { page: true, key: false },
    nothing,
  ]);
  const group = parseInput(CreateAccessGroup, { name: "g", service_ids: [service] });
  expect(await after(() => createAccessGroup(ctx, page, group))).toEqual([
    { page: true, key: false },
    nothing,
  ]);
  const member = { email: "new@example.com", role: "viewer" } as const;
  expect(await after(() => addMember(ctx, { organization_id: own.id }, member))).toEqual([
    { page: true, key: true },
    nothing,
  ]);
  expect(
    await after(() => resetPassword(ctx, { user_id: own.owner.id }, "a new password")),
  ).toEqual([{ page: true, key: false }, nothing]);
  expect(await after(async () => setListening(true))).toEqual([
    { page: true, key: true },
    { page: true, key: true },
  ]);
});

test("what was found while access changed is not remembered, unless it was somebody else's", async () => {
  const remember = remembered<{ answer: string }>();
  const dependsOn = () => ({ status_page_id: 1, organization_id: 2, user_id: 3 });
  const find = async (answer: string) => remember("key", async () => ({ answer }), dependsOn);
  for (const [scope, isKept] of [
    [{ status_page_id: 1 }, false],
    [{ organization_id: 2 }, false],
    [{ user_id: 3 }, false],
    [{ status_page_id: 2 }, true],
  ] as const) {
    receiveChange({ change: null, access: { status_page_id: 1 } });
    const slow = async () => {
      receiveChange({ change: null, access: scope });
      return { answer: "before" };
    };
    await remember("key", slow, dependsOn);
    expect(await find("after")).toEqual({ answer: isKept ? "before" : "after" });
  }
});
