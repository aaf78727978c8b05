import { spawn } from "node:child_process";
import { once } from "node:events";
import { createReadStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pipeline } from "node:stream/promises";
import type { Command } from "commander";
import { migrate } from "#db/migrate.ts";
import { childEnv, env } from "#lib/platform/config/env.ts";
import { addressesOf } from "#lib/platform/postgres/addresses.ts";
import { backUpEmbedded, restoreEmbedded } from "#lib/platform/postgres/backup.ts";
import { requireCluster } from "#lib/platform/postgres/cluster.ts";
import { startEmbedded } from "#lib/platform/postgres/embedded.ts";
import { CliError, withDatabase } from "#lib/server/cli/connect.ts";
import { examples, print } from "#lib/server/cli/options.ts";

const MIB = 2 ** 20;

/** @param program of PostgreSQL that does the same for an external database */
async function onEmbedded(
  program: string,
  work: (dataDir: string) => Promise<void>,
): Promise<void> {
  const { DATABASE_URL, DATA_DIR } = env();
  if (DATABASE_URL)
    throw new CliError(
      `For the database of DATABASE_URL use ${program} instead: npm run -s cli -- with-database ${program} …`,
    );
  await work(DATA_DIR).catch((error) => {
    throw error.syscall ? new CliError(error.message) : error;
  });
}

/** A whole archive, or nothing, reaches standard output. */
async function toStdout(dataDir: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "allclear-backup-"));
  try {
    const file = join(folder, "backup.tar.gz");
    await backUpEmbedded(dataDir, file, { replace: false });
    await pipeline(createReadStream(file), process.stdout);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function toFile(dataDir: string, file: string, force: boolean): Promise<void> {
  const bytes = await backUpEmbedded(dataDir, resolve(file), { replace: force });
  print(`${file}: ${(bytes / MIB).toFixed(1)} MiB\n`);
}

async function backUp(file: string, { force = false }: { force?: boolean }): Promise<void> {
  await onEmbedded("pg_dump", async (dataDir) => {
    if (file === "-") await toStdout(dataDir);
    else await toFile(dataDir, file, force);
    if (env().APP_SECRET)
      process.stderr.write("APP_SECRET is set and not part of the backup: keep it as well\n");
  });
}

async function restore(file: string): Promise<void> {
  await onEmbedded("pg_restore", async (dataDir) => {
    await restoreEmbedded(resolve(file), dataDir);
    print(`${resolve(dataDir)} is restored: start the server on it\n`);
  });
}

export function backupCommands(program: Command): void {
  program
    .command("backup")
    .description(
      "write the embedded database and its secret to a file, whether or not the server runs",
    )
    .argument("<file>", "a .tar.gz, readable by you alone; - for standard output")
    .option("--force", "replace a file of that name")
    .addHelpText("after", examples("backup allclear.tar.gz", "backup - > allclear.tar.gz"))
    .action(backUp);
  program
    .command("restore")
    .description("restore a backup file into DATA_DIR, which must be empty or missing")
    .argument("<file>")
    .addHelpText("after", examples("restore allclear.tar.gz"))
    .action(restore);
}

const PARAMETERS = [
  "host",
  "port",
  "targetsessionattrs",
  "user",
  "password",
  "dbname",
  "options",
  "sslmode",
  "sslrootcert",
  "sslcert",
  "sslkey",
];

/** As for PostgreSQL's programs: lists of hosts and ports, of which they find the primary. */
function variables(address: string): Record<string, string> {
  const addresses = addressesOf(address);
  const [{ username, password, pathname, searchParams }] = addresses as [URL];
  const host = addresses.map(({ hostname }) => hostname.replace(/^\[(.*)\]$/, "$1")).join();
  const port = addresses.map((one) => one.port).join();
  const parts = {
    host,
    port,
    user: username,
    password,
    dbname: pathname.slice(1),
    targetsessionattrs: addresses.length > 1 ? "read-write" : "",
  };
  const all = [
    ...Object.entries(parts).map(([name, text]) => [name, decodeURIComponent(text)] as const),
    ...searchParams,
  ];
  const accepted = all.filter(([name, text]) => PARAMETERS.includes(name) && text !== "");
  return Object.fromEntries(
    accepted.map(([name, text]) => [
      name === "dbname" ? "PGDATABASE" : `PG${name.toUpperCase()}`,
      text,
    ]),
  );
}

async function exitOf(file: string, args: string[], address: string): Promise<number> {
  const child = spawn(file, args, { stdio: "inherit", env: childEnv(variables(address)) });
  // Ctrl-C reaches the child, too, which decides what it means.
  process.on("SIGINT", () => {});
  for (const signal of ["SIGTERM", "SIGHUP"] as const) process.on(signal, () => child.kill(signal));
  const [code] = await once(child, "exit").catch((error: NodeJS.ErrnoException) => {
    throw error.code === "ENOENT"
      ? new CliError(`There is no command ${file} on this machine`)
      : error;
  });
  return code ?? 1;
}

async function run(file: string, args: string[]): Promise<void> {
  const { DATABASE_DIRECT_URL, DATABASE_URL, DATA_DIR } = env();
  const address = DATABASE_DIRECT_URL ?? DATABASE_URL;
  if (address) {
    process.exitCode = await exitOf(file, args, address);
    return;
  }
  await requireCluster(resolve(DATA_DIR));
  const embedded = await startEmbedded({ dataDir: DATA_DIR });
  process.exitCode = await exitOf(file, args, embedded.url).finally(embedded.stop);
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

async function runMigrations(): Promise<void> {
  const onWait = () => process.stderr.write("Another process is migrating the database: waiting\n");
  const names = await withDatabase((db) => migrate(db, { onWait }));
  print(
    names.length > 0
      ? names.map((name) => `migrated ${name}\n`).join("")
      : "The schema is up to date\n",
  );
}

export function databaseCommands(program: Command): void {
  program
    .command("migrate")
    .description("bring the database's schema up to date (the server does so when it starts)")
    .addHelpText("after", examples("migrate"))
    .action(runMigrations);
}
