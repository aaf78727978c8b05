import { realpath } from "node:fs/promises";
import pg from "pg";
import { SUPERUSER } from "#lib/platform/postgres/cluster.ts";
import type { Postmaster } from "#lib/platform/postgres/postmaster.ts";

const DATABASE = "allclear";

export type Answer = "ready" | "starting" | "silent" | "refused";

export type Place = Pick<Postmaster, "port" | "socketFolder">;

export function addressOf(
  { port, socketFolder }: Place,
  password: string,
  database = DATABASE,
): string {
  const over = socketFolder && `?host=${encodeURIComponent(socketFolder)}`;
  return `postgres://${SUPERUSER}:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}${over}`;
}

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

/** Another cluster at this place counts as `silent`. */
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

/** @returns whether it was created */
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
      if (["42P04", "23505"].includes((error as { code?: string }).code ?? "")) return false;
      throw error;
    }
  });
}

// Every process that uses the database holds this lock, shared, for its whole life.
const LOCK = 20_261_120;
const PATIENCE = "1s";
const CONNECT_MS = 3_000;
const HELD = "55P03";
const ENDING = new Set([
  "57P01",
  "57P02",
  "57P03",
  "ECONNREFUSED",
  "ECONNRESET",
  "ENOENT",
  "EPIPE",
]);

function clientOf(url: string): pg.Client {
  const client = new pg.Client({
    connectionString: url,
    application_name: "allclear-use",
    connectionTimeoutMillis: CONNECT_MS,
  });
  client.on("error", () => {});
  return client;
}

// The driver gives these failures no code.
const BROKEN = /Connection terminated|not queryable/;

export function isEnding(error: unknown): boolean {
  const { code = "", message = "" } = error as { code?: string; message?: string };
  return ENDING.has(code) || BROKEN.test(message);
}

/** @returns a function that unmarks the database and runs `last` if nobody uses it */
export async function use(url: string): Promise<(last: () => Promise<void>) => Promise<void>> {
  const client = clientOf(url);
  await client.connect();
  await client.query("select pg_advisory_lock_shared($1)", [LOCK]);
  return async (last) => {
    await client.end().catch(() => {});
    await ifUnused(url, last);
  };
}

/** Runs work while no process uses the database, nor begins to. */
export async function ifUnused(url: string, work: () => Promise<void>): Promise<void> {
  const client = clientOf(url);
  const lock = `set lock_timeout = '${PATIENCE}'; select pg_advisory_lock(${LOCK})`;
  try {
    const error = await client
      .connect()
      .then(() => client.query(lock))
      .then(
        () => null,
        (failure) => failure,
      );
    if (error?.code !== HELD) await work();
  } finally {
    await client.end().catch(() => {});
  }
}
