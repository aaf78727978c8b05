import { readFile } from "node:fs/promises";
import { type Kysely, sql } from "kysely";

/** The schema of the first release. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const schema = await readFile(new URL("baseline.sql", import.meta.url), "utf8");
  await sql.raw(schema).execute(db);
}
