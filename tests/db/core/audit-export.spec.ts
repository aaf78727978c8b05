import { exportAuditLog, lastChange, listAuditLog } from "#lib/core/audit/read.ts";
import { parseInput } from "#lib/core/fields/validation.ts";
import { createOrganizationKey } from "#lib/identity/api-keys/api-keys.ts";
import { updateOrganization } from "#lib/identity/organizations/organizations.ts";
import { createService } from "#lib/services/create.ts";
import { CreateService } from "#lib/services/schema.ts";
import { person } from "#tests/support/data/accounts.ts";
import { mintPage, mintUser } from "#tests/support/data/mint.ts";
import { expect, test } from "#tests/support/test.ts";

test("no cell of the exported audit log is a formula, in half or full width", async ({
  database,
  organization,
}) => {
  const owner = person(database, organization.owner.id);
  const target = { organization_id: organization.id };
  const names = ["=1+1", "\uff1d1+1", "@SUM(1)", "plain"];
  for (const name of names) {
    const { id: api_key_id } = await createOrganizationKey(owner, target, { name, role: "owner" });
    const actor = { kind: "organization_key", ...target, api_key_id, role: "owner" } as const;
    await updateOrganization({ ...owner, actor }, target, { name: `By ${name}` });
  }
  const csv = (await Array.fromAsync(await exportAuditLog(owner, target, {}, "csv"))).join("");
  for (const name of names) {
    const shown = name === "plain" ? name : `'${name}`;
    expect(csv).toContain(`,${shown},organization:`);
  }
  expect(csv).toContain('"{""name"":""By =1+1""}"');
});

test("an admin who may only view one page reads nothing of it in the organization's log", async ({
  database,
  organization,
}) => {
  const { id: organization_id, page, owner } = organization;
  const other = await mintPage(database, organization_id);
  const admin = await mintUser(database, organization_id, "admin");
  const limit = { organization_id, user_id: admin.id, status_page_id: page.id };
  await database
    .insertInto("memberships")
    .values({ ...limit, role: "viewer" })
    .execute();
  const made: Record<string, number> = {};
  for (const { subdomain } of [page, other]) {
    const service = parseInput(CreateService, { name: "Made" });
    made[subdomain] = (await createService(person(database, owner.id), { subdomain }, service)).id;
  }
  await updateOrganization(person(database, owner.id), { organization_id }, { name: "Renamed" });
  const read = async (user: { id: number }, filter = {}) => {
    const ctx = person(database, user.id);
    const { rows, total_count } = await listAuditLog(
      ctx,
      { organization_id },
      { limit: 9 },
      filter,
    );
    const csv = await Array.fromAsync(
      await exportAuditLog(ctx, { organization_id }, filter, "json"),
    );
    expect(JSON.parse(csv.join(""))).toEqual(rows);
    expect(total_count).toBe(rows.length);
    return rows.map(({ status_page }) => status_page);
  };
  expect(await read(owner)).toEqual([null, other.subdomain, page.subdomain]);
  expect(await read(admin)).toEqual([null, other.subdomain]);
  expect(await read(admin, { status_page: page.subdomain })).toEqual([]);
  const lastOf = (subdomain: string) =>
    lastChange(
      person(database, admin.id),
      { organization_id },
      { subject: "service", id: made[subdomain] ?? 0 },
    );
  expect([await lastOf(page.subdomain), (await lastOf(other.subdomain))?.user_id]).toEqual([
    null,
    owner.id,
  ]);
});
