import { resolve } from "node:path";
import type { Command } from "commander";
import { env } from "#lib/platform/config/env.ts";
import { backUpEmbedded, restoreEmbedded } from "#lib/platform/postgres/backup.ts";
import { CliError } from "#lib/server/cli/failure.ts";
import { examples, say } from "#lib/server/cli/options.ts";

const MIB = 2 ** 20;

/** @param program PostgreSQL's own that does the same for a database of one's own */
async function onEmbedded(
  program: string,
  work: (dataDir: string) => Promise<void>,
): Promise<void> {
  const { DATABASE_URL, DATA_DIR } = env();
  if (DATABASE_URL)
    throw new CliError(
      `For the database of DATABASE_URL use ${program}: npm run -s cli -- with-database ${program} …`,
    );
  await work(DATA_DIR).catch((error) => {
    throw error.syscall ? new CliError(error.message) : error;
  });
}

async function backUp(file: string, { force = false }: { force?: boolean }): Promise<void> {
  await onEmbedded("pg_dump", async (dataDir) => {
    const bytes = await backUpEmbedded(dataDir, resolve(file), force);
    say(`${file}: ${(bytes / MIB).toFixed(1)} MiB\n`);
    if (env().APP_SECRET)
      process.stderr.write("APP_SECRET is set and not part of the backup: keep it, too\n");
  });
}

async function restore(file: string): Promise<void> {
  await onEmbedded("pg_restore", async (dataDir) => {
    await restoreEmbedded(resolve(file), dataDir);
    say(`${resolve(dataDir)} is restored: start the server on it\n`);
  });
}

export function backupCommands(program: Command): void {
  program
    .command("backup")
    .description(
      "write the embedded database and its secret into a file, while the server serves or not",
    )
    .argument("<file>", "a .tar.gz, readable by you alone")
    .option("--force", "replace a file of that name")
    .addHelpText("after", examples("backup allclear.tar.gz"))
    .action(backUp);
  program
    .command("restore")
    .description("make the data directory DATA_DIR, empty or not there yet, from such a file")
    .argument("<file>")
    .addHelpText("after", examples("restore allclear.tar.gz"))
    .action(restore);
}
