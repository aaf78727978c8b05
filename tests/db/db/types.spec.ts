import { writeDbTypes } from "#tests/support/db/db-types.ts";
import { expect, test } from "#tests/support/test.ts";

test("the types of the tables are those of the migrated database: `npm run db:types` writes them", async ({
  databaseUrl,
}) => {
  await expect(writeDbTypes(databaseUrl, { verify: true })).resolves.toBeUndefined();
});
