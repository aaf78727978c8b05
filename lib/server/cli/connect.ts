import { resolve } from "node:path";
import { type Db, patientDatabase } from "#db/index.ts";
import { isMigrated } from "#db/migrate.ts";
import { type Context, systemContext } from "#lib/core/request/context.ts";
import { env, provideEnv } from "#lib/platform/config/env.ts";
import { findEmbedded } from "#lib/platform/postgres/embedded.ts";
import { CliError } from "#lib/server/cli/failure.ts";

/**
 * The address of the database to work on: DATABASE_URL, or that of the server which runs in
 * DATA_DIR.
 */
export async function databaseUrl(): Promise<string> {
  const { DATABASE_URL, DATA_DIR } = env();
  if (DATABASE_URL) return DATABASE_URL;
  const found = await findEmbedded(DATA_DIR);
  if (found) return found;
  throw new CliError(
    `No database runs in ${resolve(DATA_DIR)}: start the server (npm start), or set DATABASE_URL or DATA_DIR`,
  );
}

/** Opens the database for the length of a command. */
export async function withDatabase<T>(work: (db: Db) => Promise<T>): Promise<T> {
  provideEnv({ DATABASE_URL: await databaseUrl() });
  const db = patientDatabase();
  try {
    return await work(db);
  } finally {
    await db.destroy();
  }
}

/**
 * Runs a command's verbs as the program itself.
 * @throws {CliError} when the schema is not the one this program was written for
 */
export async function asSystem<T>(work: (ctx: Context) => Promise<T>): Promise<T> {
  return withDatabase(async (db) => {
    if (!(await isMigrated(db)))
      throw new CliError("The database has an older schema: run `npm run -s cli -- migrate` first");
    return work(systemContext(db, "cli"));
  });
}
