import pg from "pg";
import { EnvError } from "#lib/platform/config/env.ts";

const ROUNDS = 5;

async function backendOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query("select pg_backend_pid() as pid");
  return rows[0].pid;
}

/**
 * Whether another client gets this one's session between two transactions. Several rounds, since
 * others may hold the session meanwhile.
 */
async function isShared(client: pg.Client, other: pg.Client): Promise<boolean> {
  const own = await backendOf(client);
  for (let round = 1; round <= ROUNDS; round += 1) {
    await other.query("begin");
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

/**
 * Requires sessions that last and keep their settings, for LISTEN and times in UTC.
 * @throws {EnvError} behind a pooler that does not allow them
 * @throws when the database cannot be reached, or refuses
 */
export function requireSessions(config: pg.ClientConfig): Promise<void> {
  return withClient(config, async (client) => {
    const { rows } = await client.query(
      "select pg_backend_pid() as pid, current_setting('TimeZone') as zone",
    );
    const [{ pid, zone }] = rows;
    if (isPooled(client, pid) && (await withClient(config, (other) => isShared(client, other))))
      throw new EnvError(
        "DATABASE_URL: leads through a pooler in transaction mode, where sessions do not last: connect to PostgreSQL itself, or to a pool in session mode (PgBouncer: pool_mode = session)",
      );
    if (zone !== "UTC")
      throw new EnvError(
        `DATABASE_URL: leads through a pooler that drops the option TimeZone=UTC, so that it is ${zone}: connect to PostgreSQL itself, or give the role that setting (alter role … set timezone = 'UTC')`,
      );
  });
}
