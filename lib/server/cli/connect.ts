import { resolve } from "node:path";
import { CommanderError } from "commander";
import { type Db, isDatabaseLost, patientDatabase } from "#db/index.ts";
import { isMigrated } from "#db/migrate.ts";
import { NoPrimary } from "#db/primary.ts";
import { databaseRefusal } from "#db/refusal.ts";
import { requireSuitable } from "#db/requirements.ts";
import { type Context, systemContext } from "#lib/core/request/context.ts";
import { EnvError, env, provideEnv } from "#lib/platform/config/env.ts";
import { AppError, reasonOf } from "#lib/platform/errors/errors.ts";
import { translator } from "#lib/platform/i18n/translator.ts";
import { addressesOf } from "#lib/platform/postgres/addresses.ts";
import { EmbeddedError, findEmbedded } from "#lib/platform/postgres/embedded.ts";

/** An error that the user can fix; one line. */
export class CliError extends Error {}

const USAGE = 2;

function refusal({ fields, message }: AppError): string {
  const t = translator("en");
  const texts = Object.entries(fields).flatMap(([path, errors]) =>
    errors.map(
      ({ code, values }) =>
        `${path === "base" ? "" : `${path} `}${t(`field_errors.${code}`, values)}`,
    ),
  );
  return texts.join("; ") || message;
}

type DatabaseSetting = "DATABASE_URL" | "DATABASE_DIRECT_URL" | "MOVE_DATABASE_URL";

function placeOf(setting: DatabaseSetting): string {
  const { [setting]: address, DATA_DIR } = env();
  if (!address) return `in ${DATA_DIR}`;
  const hosts = addressesOf(address).map(({ host }) => host);
  return `at ${hosts.join(", ")}`;
}

function databaseFailure(error: Error & { setting?: DatabaseSetting }): string | null {
  const { setting = "DATABASE_URL" } = error;
  if (error instanceof NoPrimary) return `${setting}: ${error.message}`;
  if (isDatabaseLost(error))
    return `The database ${placeOf(setting)} cannot be reached: ${reasonOf(error)}`;
  const refusal = databaseRefusal(error);
  return refusal && `Environment variable ${refusal}`;
}

/** One line for stderr; null for a bug. */
export function explanation(error: unknown): string | null {
  if (error instanceof CliError || error instanceof EmbeddedError) return error.message;
  if (error instanceof EnvError) return `Environment variable ${error.message}`;
  if (error instanceof AppError) return refusal(error);
  return error instanceof Error ? databaseFailure(error) : null;
}

/**
 * Prints an error to stderr.
 * @returns exit code: 1 refused or failed, 2 wrong command line
 */
export function fail(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : USAGE;
  const text = explanation(error);
  if (text === null) console.error("Unexpected error:", error);
  else process.stderr.write(`error: ${text}\n`);
  return 1;
}

/** DATABASE_URL, or the database of the server that runs in DATA_DIR. */
async function databaseUrl(): Promise<string> {
  const { DATABASE_URL, DATA_DIR } = env();
  if (DATABASE_URL) return DATABASE_URL;
  const url = await findEmbedded(DATA_DIR);
  if (url) return url;
  throw new CliError(
    `No database runs in ${resolve(DATA_DIR)}: start the server (npm start), or set DATABASE_URL or DATA_DIR`,
  );
}

export async function withDatabase<T>(work: (db: Db) => Promise<T>): Promise<T> {
  provideEnv({ DATABASE_URL: await databaseUrl() });
  await requireSuitable();
  const db = patientDatabase();
  try {
    return await work(db);
  } finally {
    await db.destroy();
  }
}

/**
 * Runs verbs with the rights of the program.
 * @throws {CliError} when the schema is older than this program
 */
export async function asSystem<T>(work: (ctx: Context) => Promise<T>): Promise<T> {
  return withDatabase(async (db) => {
    if (!(await isMigrated(db)))
      throw new CliError("The database has an older schema: run `npm run -s cli -- migrate` first");
    return work(systemContext(db, "cli"));
  });
}
