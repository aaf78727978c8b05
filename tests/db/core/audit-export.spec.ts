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

test("each way to narrow the log narrows it, and only by that", async ({
  database,
  organization,
}) => {
  const { id: organization_id, page, owner } = organization;
  const ctx = person(database, owner.id);
  const made = async (name: string, subdomain: string, hour: number) => {
    const service = parseInput(CreateService, { name });
    const { id } = await createService(ctx, { subdomain }, service);
    await database
      .updateTable("audit_log")
      .set({ inserted_at: `2026-11-20T${hour}:00:00` })
      .where("subject", "=", `service:${id}`)
      .execute();
    return id;
  };
  const other = await mintPage(database, organization_id);
  const first = await made("First", page.subdomain, 10);
  await made("Second", page.subdomain, 11);
  await made("Third", other.subdomain, 12);
  await createOrganizationKey(ctx, { organization_id }, { name: "A key", role: "owner" });
  const read = async (filter: object) => {
    const asked = { organization_id };
    const { rows } = await listAuditLog(ctx, asked, { limit: 9 }, filter);
    return rows.map(({ changes }) => (changes as { name: string }).name).toReversed();
  };
  const services = ["First", "Second", "Third"];
  const from = "2026-11-20T11:00:00";
  expect(await read({})).toEqual([...services, "A key"]);
  expect(await read({ subject: "service" })).toEqual(services);
  expect(await read({ subject: `service:${first}` })).toEqual(["First"]);
  expect(await read({ subject: `service:${first}`, action: "service.update" })).toEqual([]);
  expect(await read({ action: "service.create" })).toEqual(services);
  expect(await read({ status_page: page.subdomain })).toEqual(["First", "Second"]);
  expect(await read({ status_page: "of-nobody" })).toEqual([]);
  expect(await read({ from, subject: "service" })).toEqual(["Second", "Third"]);
  expect(await read({ until: from })).toEqual(["First"]);
  expect(await read({ actor: `user:${owner.id}`, until: from })).toEqual(["First"]);
  expect(await read({ actor: "user:1", until: from })).toEqual([]);
});
