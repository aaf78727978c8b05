import { Command } from "commander";
import { loadEnvFile } from "#lib/platform/config/env.ts";
import { VERSION } from "#lib/platform/version.ts";
import { fail } from "#lib/server/cli/connect.ts";
import { organizationCommands, userCommands } from "#lib/server/commands/accounts.ts";
import { apiKeyCommands } from "#lib/server/commands/api-keys.ts";
import {
  backupCommands,
  databaseCommands,
  withDatabaseCommand,
} from "#lib/server/commands/database.ts";
import { doctorCommand } from "#lib/server/commands/doctor.ts";
import { secretCommands } from "#lib/server/commands/secret.ts";
import { seedCommands } from "#lib/server/commands/seeds.ts";

const ABOUT = `
Uses the database of DATABASE_URL, or of the server that runs in DATA_DIR (default .data), even while the server runs.
Exit codes: 0 done, 1 refused or failed, 2 wrong command line.`;

const program = new Command("npm run -s cli --")
  .description("Allclear's command line")
  .version(VERSION)
  .exitOverride()
  .enablePositionalOptions()
  .showHelpAfterError("(add --help for more)")
  .addHelpText("after", ABOUT);
databaseCommands(program);
doctorCommand(program);
backupCommands(program);
withDatabaseCommand(program);
secretCommands(program);
seedCommands(program);
organizationCommands(program);
userCommands(program);
apiKeyCommands(program);

// The reader may close the pipe early (`… --help head`).
for (const stream of [process.stdout, process.stderr])
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
  });

try {
  loadEnvFile();
  await program.parseAsync();
} catch (error) {
  process.exitCode = fail(error);
}
