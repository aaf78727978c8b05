import { readdir } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { type Kysely, type RawBuilder, sql } from "kysely";
import { type Migration, Migrator } from "kysely/migration";
import type { Db } from "#db/index.ts";
import { EnvError } from "#lib/platform/config/env.ts";
import { VERSION } from "#lib/platform/version.ts";

const FOLDER = new URL("./migrations/", import.meta.url);
// The last of many migrations before the first release left the same schema.
const BASELINE = "2026-11-25T2200_baseline";
const LAST_BEFORE = "2026-11-25T4010_replaced_links";
const LOCK_NOT_AVAILABLE = "55P03";
const DEADLOCK = "40P01";
const ATTEMPTS = 1_000;
const PAUSE_MS = 200;
const SHORTEST_WAIT_MS = 20;
const LONGEST_WAIT_MS = 1_000;
/** Attempts with the same wait, a few seconds together. */
const ROUND = 10;

/**
 * Gives up rather than wait long for a table: later readers would queue behind it, and holders of
 * other tables would deadlock. Loads its file only when applied.
 */
function impatient(file: URL, wait_ms: number): Migration {
  return {
    async up(db: Kysely<unknown>) {
      const { up }: Migration = await import(file.href);
      await sql`select set_config('lock_timeout', ${`${wait_ms}ms`}, true)`.execute(db);
      await up(db);
    },
  };
}

const SOURCE = /\.ts$/;

async function migrationNames(folder: URL): Promise<string[]> {
  const files = (await readdir(folder)).filter((name) => SOURCE.test(name));
  return files.map((file) => file.replace(SOURCE, "")).sort();
}

async function migrations(folder: URL, wait_ms: number): Promise<Record<string, Migration>> {
  const names = await migrationNames(folder);
  const load = (name: string) => impatient(new URL(`${name}.ts`, folder), wait_ms);
  return Object.fromEntries(names.map((name) => [name, load(name)]));
}

/** The migrator would read every table's columns to find its own. */
async function applied(db: Db): Promise<string[]> {
  const found = await sql`select where to_regclass('kysely_migration') is not null`.execute(db);
  if (found.rows.length === 0) return [];
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  return rows.map(({ name }) => name);
}

/** `indexes`: statements by the name of the index, done before `up` and outside its transaction. */
type NextMigration = { indexes?: Record<string, RawBuilder<unknown>> };

/** Whether an index is there, or was: the migration after it may have renamed it. */
async function isBuilt(db: Db, index: string, migration: string): Promise<boolean> {
  const { rows } = await sql`
    select from pg_index where indexrelid = to_regclass(${index}) and indisvalid
    union all select from kysely_migration where name = ${migration}`.execute(db);
  return rows.length > 0;
}

/** Builds the indexes of the next migration while others read and write. */
async function buildIndexes(db: Db, folder: URL): Promise<void> {
  const [names, wanted] = await Promise.all([applied(db), migrationNames(folder)]);
  const next = wanted.find((name) => !names.includes(name));
  if (!next) return;
  const { indexes = {} }: NextMigration = await import(new URL(`${next}.ts`, folder).href);
  for (const [index, statement] of Object.entries(indexes)) {
    if (await isBuilt(db, index, next)) continue;
    // An interrupted one stays, and is not used.
    await sql`drop index concurrently if exists ${sql.id(index)}`.execute(db);
    await statement.execute(db);
  }
}

async function runNext(db: Db, folder: URL, onBusy: () => void): Promise<string | undefined> {
  await buildIndexes(db, folder);
  for (let attempt = 1; ; attempt += 1) {
    const round = Math.floor(attempt / ROUND);
    const wait_ms = Math.min(LONGEST_WAIT_MS, SHORTEST_WAIT_MS * 2 ** round);
    const provider = { getMigrations: () => migrations(folder, wait_ms) };
    const { error, results = [] } = await new Migrator({ db, provider }).migrateUp();
    if (!error) return results[0]?.migrationName;
    const isBusy = [LOCK_NOT_AVAILABLE, DEADLOCK].includes((error as { code?: string }).code ?? "");
    if (!isBusy || attempt === ATTEMPTS) throw error;
    if (attempt % ROUND === 0) onBusy();
    await sleep(PAUSE_MS);
  }
}

/** Marks a database from before the first release as made by the baseline. */
async function adopt(db: Db, names: readonly string[]): Promise<void> {
  if (!names.includes(LAST_BEFORE))
    throw new Error(
      "This database is older than the first release. Start commit 43db1cc6 on it once, then this version.",
    );
  await sql`
    with gone as (
      delete from kysely_migration where name <= ${LAST_BEFORE}
        and not exists (select from kysely_migration where name = ${BASELINE})
      returning timestamp
    )
    insert into kysely_migration (name, timestamp)
    select ${BASELINE}, max(timestamp) from gone having count(*) > 0`.execute(db);
}

/** The name says which release ended the use of what the migration takes away. */
const USED_UNTIL = /_after_(\d+\.\d+\.\d+)$/;

function isOlder(version: string, other: string): boolean {
  return version.localeCompare(other, "en", { numeric: true }) < 0;
}

/** @throws {EnvError} when a later version has taken away what this one uses */
function requireKnown(names: readonly string[]): void {
  const needed = names
    .map((name) => USED_UNTIL.exec(name)?.[1])
    .find((release) => release && isOlder(VERSION, release));
  if (needed)
    throw new EnvError(
      `DATABASE_URL: only ${needed} and later can use this database, and this is ${VERSION}: start a later version, or restore a backup`,
    );
}

function isComplete(names: readonly string[], wanted: readonly string[]): boolean {
  if (!wanted.every((name) => names.includes(name))) return false;
  requireKnown(names);
  return true;
}

/**
 * Whether the schema is this program's, or a later one that it can use.
 * @throws {EnvError} when it cannot use a later one
 */
export async function isMigrated(db: Db): Promise<boolean> {
  const [names, wanted] = await Promise.all([applied(db), migrationNames(FOLDER)]);
  return isComplete(names, wanted);
}

/** Two migrators at once fail: each reads every table between the other's migrations. */
async function withMigrationLock<T>(
  db: Db,
  onWait: () => void,
  work: (one: Db) => Promise<T>,
): Promise<T> {
  return db.connection().execute(async (one) => {
    const lock = sql.raw("hashtext('allclear.migrations')");
    // A statement that waits would have the building of an index wait for it.
    const isFree = async () =>
      (await sql<{ is: boolean }>`select pg_try_advisory_lock(${lock}) as is`.execute(one)).rows;
    for (let attempt = 1; !(await isFree())[0]?.is; attempt += 1) {
      if (attempt === ROUND) onWait();
      await sleep(PAUSE_MS);
    }
    try {
      return await work(one);
    } finally {
      await sql`select pg_advisory_unlock(${lock})`.execute(one);
    }
  });
}

type MigrateOptions = {
  /** Called every few seconds while a table is in use. */
  onBusy?: () => void;
  /** Called once when another process has been migrating for some seconds. */
  onWait?: () => void;
  folder?: URL;
};

/**
 * Brings the schema up to date, forward only, one process at a time. Each migration is a
 * transaction, so that locks do not last while another one moves data; its indexes are built before.
 * Leaves the schema of a later version as it is.
 * @returns the names of the migrations it ran
 * @throws {EnvError} when this program cannot use the schema of a later version; {Error} when the
 * database is one of before the first release, and not of the last commit
 */
export async function migrate(
  db: Db,
  { onBusy = () => {}, onWait = () => {}, folder = FOLDER }: MigrateOptions = {},
): Promise<string[]> {
  const wanted = await migrationNames(folder);
  if (isComplete(await applied(db), wanted)) return [];
  return withMigrationLock(db, onWait, async (one) => {
    const names = await applied(one);
    if (isComplete(names, wanted)) return [];
    if (names.length > 0 && !names.includes(BASELINE)) await adopt(one, names);
    const next = () => runNext(one, folder, onBusy);
    const ran: string[] = [];
    for (let name = await next(); name; name = await next()) ran.push(name);
    return ran;
  });
}
