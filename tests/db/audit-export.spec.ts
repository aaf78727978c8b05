import { createOrganizationKey } from "#lib/api-keys/create.ts";
import { exportAuditLog } from "#lib/audit/export.ts";
import { updateOrganization } from "#lib/organizations/update.ts";
import { person } from "#tests/support/accounts.ts";
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
