import pg from "pg";
import { EnvError } from "#lib/platform/config/env.ts";

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
  config: pg.ClientConfig,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client(config);
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
  "DATABASE_URL: leads through a pooler in transaction or statement mode, where sessions do not last: connect to PostgreSQL itself, or to a pool in session mode (PgBouncer: pool_mode = session)";
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
  current_setting('server_version_num')::integer as version`;

/**
 * Requires a supported database, and sessions that last and keep their settings, for LISTEN and
 * times in UTC.
 * @throws {EnvError} for what the operator has to change
 * @throws when the database cannot be reached, or refuses
 */
export function requireSuitable(config: pg.ClientConfig): Promise<void> {
  return withClient(config, async (client) => {
    const { rows } = await client.query(FACTS);
    const { pid, ...facts } = rows[0];
    if (isPooled(client, pid) && (await withClient(config, (other) => isShared(client, other))))
      throw new EnvError(TRANSACTION_MODE);
    const unmet = unmetBy(facts);
    if (unmet) throw new EnvError(`DATABASE_URL: ${unmet}`);
  });
}
