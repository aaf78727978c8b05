import { randomBytes } from "node:crypto";
import { readdirSync } from "node:fs";
import { type Migration, Migrator } from "kysely/migration";
import type { Db } from "#db/index.ts";
import { addressOfDatabase, administer, connectTo, dropDatabase } from "./run.ts";

const folder = new URL("../../db/migrations/", import.meta.url);

async function migrations(): Promise<Record<string, Migration>> {
  const files = readdirSync(folder).filter((name) => name.endsWith(".ts"));
  const loaded = files.map(
    async (file): Promise<[string, Migration]> => [
      file.replace(/\.ts$/, ""),
      await import(new URL(file, folder).href),
    ],
  );
  return Object.fromEntries(await Promise.all(loaded));
}

/** Brings an empty database to the schema of an older version, by the migrations that it had. */
export async function migrateAs(db: Db, had: (name: string) => boolean): Promise<void> {
  const known = Object.entries(await migrations()).filter(([name]) => had(name));
  const provider = { getMigrations: async () => Object.fromEntries(known) };
  const { error } = await new Migrator({ db, provider }).migrateToLatest();
  if (error) throw error;
}

/** Works on a database as it was before a migration. */
export async function beforeMigration(
  name: string,
  work: (db: Db) => Promise<void>,
): Promise<void> {
  const database = `test_${randomBytes(6).toString("hex")}`;
  await administer(`create database ${database}`);
  const db = connectTo(addressOfDatabase(database));
  try {
    await migrateAs(db, (other) => other < name);
    await work(db);
  } finally {
    await db.destroy();
    await dropDatabase(database);
  }
}
