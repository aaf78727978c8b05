import { spawn } from "node:child_process";
import { once } from "node:events";
import type { Command } from "commander";
import { childEnv } from "#lib/platform/config/env.ts";
import { databaseUrl } from "#lib/server/cli/connect.ts";
import { CliError } from "#lib/server/cli/failure.ts";
import { examples } from "#lib/server/cli/options.ts";

const PARAMETERS = [
  "host",
  "port",
  "user",
  "password",
  "dbname",
  "options",
  "sslmode",
  "sslrootcert",
  "sslcert",
  "sslkey",
];

/** An address of a database as PostgreSQL's own programs read it from their environment. */
function variables(address: string): Record<string, string> {
  const { hostname, port, username, password, pathname, searchParams } = new URL(address);
  const host = hostname.replace(/^\[(.*)\]$/, "$1");
  const parts = { host, port, user: username, password, dbname: pathname.slice(1) };
  const given = [
    ...Object.entries(parts).map(([name, text]) => [name, decodeURIComponent(text)] as const),
    ...searchParams,
  ];
  const known = given.filter(([name, text]) => PARAMETERS.includes(name) && text !== "");
  return Object.fromEntries(
    known.map(([name, text]) => [
      name === "dbname" ? "PGDATABASE" : `PG${name.toUpperCase()}`,
      text,
    ]),
  );
}

async function run(file: string, args: string[]): Promise<void> {
  const env = childEnv(variables(await databaseUrl()));
  const child = spawn(file, args, { stdio: "inherit", env });
  // Ctrl-C reaches both: what it means is for the command to say.
  process.on("SIGINT", () => {});
  const [code] = await once(child, "exit").catch((error: NodeJS.ErrnoException) => {
    throw error.code === "ENOENT"
      ? new CliError(`There is no command ${file} on this machine`)
      : error;
  });
  process.exitCode = code ?? 1;
}

export function withDatabaseCommand(program: Command): void {
  program
    .command("with-database")
    .description(
      "run a command that finds the database in its environment (PGHOST … PGPASSWORD): psql, pg_dump, pg_restore",
    )
    .argument("<command>")
    .argument("[arguments...]")
    .passThroughOptions()
    .addHelpText(
      "after",
      examples("with-database psql", "with-database pg_dump --format=custom --file=allclear.dump"),
    )
    .action(run);
}
