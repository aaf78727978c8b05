import pg from "pg";
import { type ClientConfig, DatabaseClient } from "#db/client.ts";
import { clientConfig, directConfig } from "#db/index.ts";
import { EnvError, env } from "#lib/platform/config/env.ts";

const ROUNDS = 5;

async function backendOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query("select pg_backend_pid() as pid");
  return rows[0].pid;
}

async function begins(client: pg.Client): Promise<boolean> {
  try {
    await client.query("begin");
    return true;
  } catch (error) {
    if (error instanceof pg.DatabaseError) return false;
    throw error;
  }
}

/**
 * Whether another client gets this one's session between two transactions. Several rounds, since
 * others may hold the session meanwhile.
 */
async function isShared(client: pg.Client, other: pg.Client): Promise<boolean> {
  const own = await backendOf(client);
  for (let round = 1; round <= ROUNDS; round += 1) {
    // A pooler in statement mode refuses it.
    if (!(await begins(other))) return true;
    const theirs = await backendOf(other);
    const isSame = theirs === own || (await backendOf(client)) !== own;
    await other.query("rollback");
    if (isSame) return true;
  }
  return false;
}

async function withClient<T>(
  config: ClientConfig,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new DatabaseClient(config);
  client.on("error", () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => {});
  }
}

/** The cancel key names the session, or a pooler's own. */
function isPooled(client: pg.Client, pid: number): boolean {
  return (client as pg.Client & { processID: number | null }).processID !== pid;
}

const TRANSACTION_MODE =
  "leads through a pooler in transaction or statement mode, where sessions do not last: connect to PostgreSQL itself, or to a pool in session mode (PgBouncer: pool_mode = session)";
const BESIDE_POOLER =
  ", or keep the pooler and set DATABASE_DIRECT_URL to the address of PostgreSQL itself";
const OLDEST = 16;
const UTC = /^(Etc\/)?(UTC|UCT|GMT|Zulu|Universal)$/;

export type Facts = {
  /** PostgreSQL's version, such as 160004. */
  version: number;
  encoding: string;
  zone: string;
};

/** One line on what the database lacks; null: nothing. */
export function unmetBy({ version, encoding, zone }: Facts): string | null {
  const major = Math.floor(version / 10_000);
  if (major < OLDEST) return `is PostgreSQL ${major}: use ${OLDEST} or newer`;
  if (encoding !== "UTF8")
    return `is a database in ${encoding}: create one in UTF8 (create database … template template0 encoding 'UTF8')`;
  if (!UTC.test(zone))
    return `leads through a pooler that drops the option TimeZone=UTC, so that it is ${zone}: connect to PostgreSQL itself, or give the role that setting (alter role … set timezone = 'UTC')`;
  return null;
}

const FACTS = `select pg_backend_pid() as pid, current_setting('TimeZone') as zone,
  current_setting('server_encoding') as encoding,
  current_setting('server_version_num')::integer as version,
  current_database() || pg_postmaster_start_time() as place`;

/** @returns the server and database that an address leads to */
function requireFacts(name: string, config: ClientConfig, needsSession: boolean): Promise<string> {
  return withClient(config, async (client) => {
    const { rows } = await client.query(FACTS);
    const { pid, place, ...facts } = rows[0];
    if (needsSession && isPooled(client, pid)) {
      const isInTransactionMode = await withClient(config, (other) => isShared(client, other));
      const more = name === "DATABASE_URL" ? BESIDE_POOLER : "";
      if (isInTransactionMode) throw new EnvError(`${name}: ${TRANSACTION_MODE}${more}`);
    }
    const unmet = unmetBy(facts);
    if (unmet) throw new EnvError(`${name}: ${unmet}`);
    return place;
  });
}

/**
 * Requires a supported database with times in UTC, and an address at which sessions last, for
 * LISTEN: DATABASE_URL, or DATABASE_DIRECT_URL beside it.
 * @throws {EnvError} for what the operator has to change
 * @throws when the database cannot be reached, or refuses
 */
export async function requireSuitable(config = clientConfig()): Promise<void> {
  const isAlone = !env().DATABASE_DIRECT_URL;
  const place = await requireFacts("DATABASE_URL", config, isAlone);
  if (isAlone) return;
  const direct = await requireFacts("DATABASE_DIRECT_URL", directConfig(), true).catch((error) => {
    throw Object.assign(error, { setting: "DATABASE_DIRECT_URL" });
  });
  if (direct !== place)
    throw new EnvError("DATABASE_DIRECT_URL: leads to another database than DATABASE_URL");
}
