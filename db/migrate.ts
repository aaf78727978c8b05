import { readdir } from "node:fs/promises";
import { type Migration, Migrator } from "kysely/migration";
import type { Db } from "#db/index.ts";

const folder = new URL("./migrations/", import.meta.url);

async function migrations(): Promise<Record<string, Migration>> {
  const files = (await readdir(folder)).filter((name) => name.endsWith(".ts")).sort();
  const loaded = await Promise.all(
    files.map(async (file): Promise<[string, Migration]> => [file.replace(/\.ts$/, ""), await import(new URL(file, folder).href)]),
  );
  return Object.fromEntries(loaded);
}

function migrator(db: Db): Migrator {
  return new Migrator({ db, provider: { getMigrations: migrations } });
}

/**
 * Brings the schema up to date, forward only, under the migrator's advisory lock: any number of processes may call it at once.
 * @returns the names of the migrations it ran
 */
export async function migrate(db: Db): Promise<string[]> {
  const { error, results = [] } = await migrator(db).migrateToLatest();
  if (error) throw error;
  return results.map((result) => result.migrationName);
}

/** Whether the schema is the one this program was written for. */
export async function isMigrated(db: Db): Promise<boolean> {
  return (await migrator(db).getMigrations()).every((migration) => migration.executedAt);
}
