import { closeDatabase } from "#db/index.ts";
import { provideEnv } from "#lib/platform/config/env.ts";
import { startEmbedded } from "#lib/platform/postgres/embedded.ts";
import { prepareDatabase } from "#lib/server/supervisor/prepare-database.ts";
import { addressOfDatabase, administer, TEMPLATE } from "#tests/support/server/run.ts";

/** Starts a PostgreSQL for a run, and makes the migrated database that others are cloned from. */
export async function startTemplate(folder: string): Promise<void> {
  const quick = { fsync: "off", synchronous_commit: "off", full_page_writes: "off" };
  // Every worker has a server, each of which takes the connections that one node may.
  const settings = { ...quick, max_connections: "300" };
  const { url } = await startEmbedded({ dataDir: folder, settings });
  process.env.TEST_POSTGRES = url;
  await administer(`create database ${TEMPLATE}`);
  provideEnv({ DATABASE_URL: addressOfDatabase(TEMPLATE) });
  await prepareDatabase();
  await closeDatabase();
}
