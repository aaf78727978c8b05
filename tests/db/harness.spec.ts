import { expect, test } from "#tests/support/test.ts";

test("every worker has a migrated database of its own", async ({ database, organization }) => {
  const pages = await database.selectFrom("status_pages").select("subdomain").where("organization_id", "=", organization.id).execute();
  expect(pages).toEqual([{ subdomain: organization.page.subdomain }]);
});
