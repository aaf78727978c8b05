import { checkHistories } from "#tests/support/course/check.ts";
import { mintOrganization } from "#tests/support/data/mint.ts";
import { test } from "#tests/support/test.ts";

for (const seed of [1, 2])
  test(`impacts, uptime, bars, days and state are what a model says, of histories ${seed}`, async ({
    database,
  }) => {
    await checkHistories(database, await mintOrganization(database), { numRuns: 15, seed });
  });
