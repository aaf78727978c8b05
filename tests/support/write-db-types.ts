import { writeDbTypes } from "./db-types.ts";
import { removeRun } from "./remove-run.ts";
import { addressOfDatabase, makeRunFolder, TEMPLATE } from "./run.ts";
import { startTemplate } from "./template.ts";

const folder = await makeRunFolder();
process.env.TEST_FOLDER = folder;
try {
  await startTemplate(folder);
  await writeDbTypes(addressOfDatabase(TEMPLATE));
} finally {
  removeRun(folder);
}
