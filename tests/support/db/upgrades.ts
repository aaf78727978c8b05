import { randomBytes } from "node:crypto";
import { mkdtemp, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Db } from "#db/index.ts";
import { migrate } from "#db/migrate.ts";
import { ROOT } from "#tests/support/code/sources.ts";
import {
  addressOfDatabase,
  administer,
  connectTo,
  dropDatabase,
} from "#tests/support/server/run.ts";
import { test as base } from "#tests/support/test.ts";

export const MIGRATIONS = join(ROOT, "db", "migrations");

type Connect = () => Db;

async function withDatabase(
  make: (db: Db) => Promise<unknown>,
  use: (connect: Connect) => Promise<void>,
): Promise<void> {
  const name = `test_${randomBytes(6).toString("hex")}`;
  await administer(`create database ${name} template template0`);
  const connections: Db[] = [];
  const connect = () => {
    const db = connectTo(addressOfDatabase(name));
    connections.push(db);
    return db;
  };
  await make(connect());
  await use(connect);
  await Promise.all(connections.map((db) => db.destroy()));
  await dropDatabase(name);
}

/** A folder with some of the migrations. */
export async function folderOf(names: readonly string[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "allclear-migrations-"));
  await symlink(join(ROOT, "node_modules"), join(folder, "node_modules"));
  for (const name of names) await symlink(join(MIGRATIONS, name), join(folder, name));
  return folder;
}

/** Brings the schema to the state before a migration, with `others` in place of some. */
export async function migrateUntil(
  db: Db,
  end: string,
  others: Record<string, string> = {},
): Promise<void> {
  const names = (await readdir(MIGRATIONS)).filter((name) => name < end && !others[name]);
  const folder = await folderOf([...names, "baseline.sql"]);
  for (const [name, text] of Object.entries(others)) await writeFile(join(folder, name), text);
  await migrate(db, { folder: pathToFileURL(`${folder}/`) });
  await rm(folder, { recursive: true });
}

const makeFirstRelease = (db: Db) => migrateUntil(db, "2026-11-25T2201");

/** To a database of its own, which this version made, or the first release. */
export const test = base.extend<{ connect: Connect; connectToFirst: Connect }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern
  connect: ({}, use) => withDatabase(migrate, use),
  // biome-ignore lint/correctness/noEmptyPattern: as above
  connectToFirst: ({}, use) => withDatabase(makeFirstRelease, use),
});
