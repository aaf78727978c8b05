import { writeDbTypes } from "#tests/support/db/db-types.ts";
import { removeRun } from "#tests/support/server/remove-run.ts";
import { addressOfDatabase, makeRunFolder, TEMPLATE } from "#tests/support/server/run.ts";
import { startTemplate } from "#tests/support/server/template.ts";

const folder = await makeRunFolder();
process.env.TEST_FOLDER = folder;
try {
  await startTemplate(folder);
  await writeDbTypes(addressOfDatabase(TEMPLATE));
} finally {
  removeRun(folder);
}
