import type { Command } from "commander";
import { migrate } from "#db/migrate.ts";
import { withDatabase } from "#lib/server/cli/connect.ts";
import { examples, say } from "#lib/server/cli/options.ts";

async function runMigrations(): Promise<void> {
  const names = await withDatabase(migrate);
  say(
    names.length > 0
      ? names.map((name) => `migrated ${name}\n`).join("")
      : "The schema is up to date\n",
  );
}

export function databaseCommands(program: Command): void {
  program
    .command("migrate")
    .description("bring the database's schema up to date (the server does so at its start)")
    .addHelpText("after", examples("migrate"))
    .action(runMigrations);
}
