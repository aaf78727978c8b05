import pg from "pg";
import { connected } from "#lib/embedded/address.ts";

// Every process that uses the database holds this advisory lock, shared, as long as it lives.
const LOCK = 20_261_120;
const PATIENCE = "1s";

/**
 * Marks a database as used by this process.
 * @returns a function that removes the mark and returns whether no other process has one
 */
export async function use(url: string): Promise<() => Promise<boolean>> {
  const client = new pg.Client({ connectionString: url, application_name: "allclear-use" });
  client.on("error", () => {});
  await client.connect();
  await client.query("select pg_advisory_lock_shared($1)", [LOCK]);
  return async () => {
    await client.end().catch(() => {});
    return isUnused(url);
  };
}

/** A database that does not answer is of no use to anybody. */
export async function isUnused(url: string): Promise<boolean> {
  const held = "55P03";
  return connected(url, (client) =>
    client.query(`set lock_timeout = '${PATIENCE}'; select pg_advisory_lock(${LOCK})`),
  ).then(
    () => true,
    (error) => error.code !== held,
  );
}
