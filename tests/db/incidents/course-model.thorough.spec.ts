import { KINDS } from "#tests/support/course/actions.ts";
import { checkHistories } from "#tests/support/course/check.ts";
import { mintOrganization } from "#tests/support/data/mint.ts";
import { expect, test } from "#tests/support/test.ts";

const SEED = Number(process.env.TEST_SEED);
const PARTS = 10;
const EACH = 100;
/** A difference is shrunk, which takes minutes. */
const LIMIT_MS = 1_800_000;

test.describe.configure({ mode: "parallel" });

for (let part = 1; part <= PARTS; part += 1)
  test(`what a page says of histories is what a model says: ${EACH} from seed ${SEED + part}`, async ({
    database,
  }) => {
    test.setTimeout(LIMIT_MS);
    const organization = await mintOrganization(database);
    const parameters = { numRuns: EACH, seed: SEED + part };
    const accepted = await checkHistories(database, organization, parameters);
    expect(KINDS.filter((kind) => !accepted.has(kind))).toEqual([]);
  });
