import { realpath } from "node:fs/promises";
import pg from "pg";
import { SUPERUSER } from "#lib/platform/postgres/cluster.ts";
import type { Postmaster } from "#lib/platform/postgres/postmaster.ts";

const DATABASE = "allclear";

export type Answer = "ready" | "starting" | "silent" | "refused";

export type Place = Pick<Postmaster, "port" | "socketFolder">;

/** The address of a database in a cluster: over its Unix socket, where it has one. */
export function addressOf(
  { port, socketFolder }: Place,
  password: string,
  database = DATABASE,
): string {
  const over = socketFolder && `?host=${encodeURIComponent(socketFolder)}`;
  return `postgres://${SUPERUSER}:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}${over}`;
}

/** Does something in a connection of its own. */
export async function connected<T>(
  url: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 3_000,
    query_timeout: 30_000,
  });
  client.on("error", () => {});
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end().catch(() => {});
  }
}

/**
 * How the server at a place answers, and whether it is the one of this cluster (another is
 * `silent`).
 */
export async function ask(cluster: string, place: Place, password: string): Promise<Answer> {
  try {
    const { rows } = await connected(addressOf(place, password, "postgres"), (client) =>
      client.query<{ folder: string }>("select current_setting('data_directory') as folder"),
    );
    return rows[0]?.folder === (await realpath(cluster)) ? "ready" : "silent";
  } catch (error) {
    const code = (error as { code?: string }).code;
    if (code === "28P01") return "refused";
    return code === "57P03" ? "starting" : "silent";
  }
}

/** Makes the database in a fresh cluster. @returns whether it was not there before */
export async function ensureDatabase(place: Place, password: string): Promise<boolean> {
  return connected(addressOf(place, password, "postgres"), async (client) => {
    const { rowCount } = await client.query("select from pg_database where datname = $1", [
      DATABASE,
    ]);
    if (rowCount) return false;
    try {
      await client.query(`create database ${DATABASE} template template0 encoding 'UTF8'`);
      return true;
    } catch (error) {
      // 42P04, 23505: another process was faster.
      if (["42P04", "23505"].includes((error as { code?: string }).code ?? "")) return false;
      throw error;
    }
  });
}
