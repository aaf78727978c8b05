import pg from "pg";

// Every process that uses the database holds this advisory lock, shared, as long as it lives.
const LOCK = 20_261_120;
const PATIENCE = "1s";
const CONNECT_MS = 3_000;
const HELD = "55P03";
// It is being ended, or already has.
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

// What the driver says without a code: the second where it broke between connecting and the query.
const BROKEN = /Connection terminated|not queryable/;

/** Whether an error says that somebody ends the database at this moment. */
export function isEnding(error: unknown): boolean {
  const { code = "", message = "" } = error as { code?: string; message?: string };
  return ENDING.has(code) || BROKEN.test(message);
}

/**
 * Marks a database as used by this process; waits while somebody ends it.
 * @returns a function that removes the mark, and does something if no other process has one
 */
export async function use(url: string): Promise<(last: () => Promise<void>) => Promise<void>> {
  const client = clientOf(url);
  await client.connect();
  await client.query("select pg_advisory_lock_shared($1)", [LOCK]);
  return async (last) => {
    await client.end().catch(() => {});
    await ifUnused(url, last);
  };
}

/**
 * Does something to a database that no process uses, nor begins to use until it is done. One that
 * does not answer is of no use to anybody.
 */
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
