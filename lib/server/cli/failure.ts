import { CommanderError } from "commander";
import { isDatabaseLost } from "#db/index.ts";
import { databaseRefusal } from "#db/refusal.ts";
import { EnvError, env } from "#lib/platform/config/env.ts";
import { AppError } from "#lib/platform/errors/errors.ts";
import { translator } from "#lib/platform/i18n/translator.ts";
import { EmbeddedError } from "#lib/platform/postgres/embedded.ts";

/** What the person at the terminal can mend; the message is one line. */
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

function databaseFailure(error: Error): string | null {
  const { DATABASE_URL, DATA_DIR } = env();
  if (isDatabaseLost(error))
    return `The database ${DATABASE_URL ? `at ${new URL(DATABASE_URL).host}` : `in ${DATA_DIR}`} cannot be reached`;
  const refusal = databaseRefusal(error);
  return refusal && `Environment variable ${refusal}`;
}

/** What to tell of an error, in one line; null for an error of the program. */
function explanation(error: unknown): string | null {
  if (error instanceof CliError || error instanceof EmbeddedError) return error.message;
  if (error instanceof EnvError) return `Environment variable ${error.message}`;
  if (error instanceof AppError) return refusal(error);
  return error instanceof Error ? databaseFailure(error) : null;
}

/**
 * Tells an error on stderr.
 * @returns the exit code: 1 for what was refused or failed, 2 for a wrong command line
 */
export function fail(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : USAGE;
  const text = explanation(error);
  if (text === null) console.error("Unexpected error:", error);
  else process.stderr.write(`error: ${text}\n`);
  return 1;
}
