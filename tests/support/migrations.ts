import { readdirSync } from "node:fs";
import type { Kysely } from "kysely";
import { type Migration, Migrator } from "kysely/migration";

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

/** Brings an empty database to the schema before one migration, as an older version left it. */
export async function migrateUntil(db: Kysely<never>, name: string): Promise<void> {
  const known = Object.entries(await migrations()).filter(([other]) => other < name);
  const provider = { getMigrations: async () => Object.fromEntries(known) };
  const { error } = await new Migrator({ db, provider }).migrateToLatest();
  if (error) throw error;
}
