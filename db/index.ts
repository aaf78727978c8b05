import type { Kysely, Transaction } from "kysely";
import pg from "pg";
import {
  DISK_FULL,
  givesSession,
  hasRoom,
  isAnswering,
  TOO_MANY_CONNECTIONS,
} from "#db/answering.ts";
import { type ClientConfig, DatabaseClient, READ_ONLY } from "#db/client.ts";
import { PipeliningKysely } from "#db/pipeline.ts";
import { capacityOf, type Purpose, sizeOf } from "#db/pools.ts";
import { PreparingClient, STALE_PLAN } from "#db/prepared.ts";
import type { DB } from "#db/types.ts";
import { WatchedClient } from "#db/watched.ts";
import { env } from "#lib/platform/config/env.ts";
import { measure } from "#lib/platform/metrics.ts";
import { addressesOf } from "#lib/platform/postgres/addresses.ts";
import { oncePerProcess } from "#lib/platform/process/once-per-process.ts";
import { tracing } from "#lib/platform/tracing.ts";

export type Db = Kysely<DB>;
export type Trx = Transaction<DB>;

type Shared = { db?: Db; purpose?: Purpose };
const shared = oncePerProcess("database", (): Shared => ({}));

/** Measured together. */
const pools = oncePerProcess("pools", () => {
  const all = new Set<pg.Pool>();
  const name = "allclear_database_connections";
  const help =
    "Database connections by state; total includes idle, awaited are requests in the queue";
  measure({ name, help, type: "gauge" }, () => {
    for (const pool of all) if (pool.ended) all.delete(pool);
    const sum = (of: (pool: pg.Pool) => number) => [...all].reduce((n, one) => n + of(one), 0);
    return [
      [{ state: "total" }, sum(({ totalCount }) => totalCount)],
      [{ state: "idle" }, sum(({ idleCount }) => idleCount)],
      [{ state: "awaited" }, sum(({ waitingCount }) => waitingCount)],
    ];
  });
  return all;
});

const MAX_UNSIZED = 10;
const { INT8, TIMESTAMPTZ, DATE, NUMERIC } = pg.types.builtins;
const INT8_ARRAY = 1016;
const parsers = new Map<number, (text: string) => unknown>([
  [INT8, Number],
  [INT8_ARRAY, (text) => (text === "{}" ? [] : text.slice(1, -1).split(",").map(Number))],
  [NUMERIC, Number],
  [DATE, (text) => text],
  [TIMESTAMPTZ, (text) => `${text.slice(0, 10)}T${text.slice(11, 19)}`],
]);

/**
 * Times as the wire spells them (UTC, whole seconds), days as `YYYY-MM-DD`, integers as numbers.
 */
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: "text" | "binary") =>
    parsers.get(oid) ??
    pg.types.getTypeParser(oid, format)) as pg.CustomTypesConfig["getTypeParser"],
};

/** As for PostgreSQL's own programs, `sslmode=require` needs no known CA. */
function asLibpq(url: URL): string {
  const mode = url.searchParams.get("sslmode");
  if (mode && mode !== "no-verify") url.searchParams.set("uselibpqcompat", "true");
  return url.href;
}

const SESSION = {
  statement_timeout: 15_000,
  idle_in_transaction_session_timeout: 30_000,
  options: "-c TimeZone=UTC",
};

function configOf(address: string | undefined): ClientConfig {
  const [first, ...others] = address ? addressesOf(address) : [];
  return {
    connectionString: first && asLibpq(first),
    hosts: first && others.length > 0 ? [first, ...others] : undefined,
    types,
    connectionTimeoutMillis: 4_000,
    query_timeout: 16_000,
    application_name: "allclear",
    keepAlive: true,
  };
}

/** With DATABASE_DIRECT_URL, no session state survives a transaction. */
export function clientConfig(): ClientConfig {
  const { DATABASE_URL, DATABASE_DIRECT_URL } = env();
  const config = configOf(DATABASE_URL);
  return DATABASE_DIRECT_URL ? { ...config, isPooled: true } : { ...config, ...SESSION };
}

/** For LISTEN, session locks, jobs and migrations. */
export function directConfig(): ClientConfig {
  const { DATABASE_URL, DATABASE_DIRECT_URL } = env();
  return { ...configOf(DATABASE_DIRECT_URL ?? DATABASE_URL), ...SESSION };
}

/**
 * A pool that replaces broken connections.
 * @param purpose decides its share of the database's connections
 */
export function openPool(config: pg.PoolConfig, purpose?: Purpose): pg.Pool {
  let isSized = purpose === undefined;
  const size = async (client: pg.ClientBase) => {
    if (isSized || !purpose) return;
    isSized = true;
    pool.options.max = sizeOf(purpose, await capacityOf(client));
  };
  // Two connections are available in any case.
  const max = isSized ? MAX_UNSIZED : 2;
  const pool = new pg.Pool({ max, Client: DatabaseClient, ...config, onConnect: size });
  pools.add(pool);
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  return pool;
}

function connect(config: ClientConfig & pg.PoolConfig, purpose?: Purpose): Db {
  // A pooler may not know prepared statements.
  const Plain = config.isPooled ? WatchedClient : PreparingClient;
  const Client = tracing.traceClient?.(Plain) ?? Plain;
  const pool = openPool({ ...config, Client, pipeline: true }, purpose);
  return new PipeliningKysely<DB>({ pool });
}

/** Must be called before the first use of `database()`. */
export function setPurpose(purpose: Purpose): void {
  shared.purpose = purpose;
}

/**
 * The pool of this process. Some connections stay open, with their planned statements, for when
 * trouble begins.
 */
export function database(): Db {
  shared.db ??= connect({ ...clientConfig(), min: 2 }, shared.purpose);
  return shared.db;
}

/**
 * A connection without time limits, for migrations and seeds. The caller destroys it.
 * @param address of another installation's database
 */
export function patientDatabase(address?: string): Db {
  const patience = {
    statement_timeout: 0,
    query_timeout: 0,
    idle_in_transaction_session_timeout: 0,
    // A session's locks end with its connection.
    idleTimeoutMillis: 0,
  };
  const config = address ? { ...configOf(address), ...SESSION } : directConfig();
  return connect({ ...config, ...patience, max: 1 });
}

const READY_MS = 2_000;

/** Whether the database is reachable and can write, also through a pooler, within 2 s. */
export async function isDatabaseThere(): Promise<boolean> {
  const [config, direct] = [clientConfig(), directConfig()];
  if (config.isPooled && !(await givesSession(config, READY_MS))) return false;
  return (await isAnswering(direct, READY_MS)) && (await hasRoom(direct, READY_MS));
}

export async function closeDatabase(): Promise<void> {
  const { db } = shared;
  shared.db = undefined;
  await db?.destroy();
}

const LOST = new Set([
  "EAGAIN",
  "EAI_AGAIN",
  "ECONNREFUSED",
  "ECONNRESET",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOENT",
  "ENOTFOUND",
  "EPIPE",
  "ETIMEDOUT",
  "57P01",
  "57P02",
  "57P03",
  "08006",
  "08001",
  "08003",
  DISK_FULL,
  READ_ONLY,
  TOO_MANY_CONNECTIONS,
]);

const PROTOCOL_VIOLATION = "08P01";
// PgBouncer's, and PostgreSQL's that it passes on, under the code of a client's own mistake.
const BEHIND_POOLER =
  /the database system is|server (conn|down|idle|lifetime|login has)|connect (failed|timeout)|query_wait_timeout|no more connections/;

/**
 * Whether the database cannot be reached or cannot write, rather than that a statement is wrong.
 */
export function isDatabaseLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (code && LOST.has(code)) return syscall !== "open";
  if (code === PROTOCOL_VIOLATION) return BEHIND_POOLER.test(error.message);
  if (error instanceof AggregateError) return error.errors.some(isDatabaseLost);
  return /Connection terminated|not queryable|timeout expired|timeout exceeded when trying to connect|Query read timeout|connection timeout/i.test(
    error.message,
  );
}

const CONFLICTS = new Set(["40001", "40P01", STALE_PLAN]);

/** Whether repeating the transaction from its beginning may succeed. */
export function isConflict(error: unknown): boolean {
  return CONFLICTS.has((error as { code?: string } | null)?.code ?? "");
}

export function isStatementTimeout(error: unknown): boolean {
  return (error as { code?: string } | null)?.code === "57014";
}

export function isUniqueViolation(error: unknown, constraint: string): boolean {
  const { code, constraint: violated } = error as { code?: string; constraint?: string };
  return code === "23505" && violated === constraint;
}

export function isPageGone(error: unknown): boolean {
  const { code, constraint = "" } = error as { code?: string; constraint?: string };
  return code === "23503" && constraint.endsWith("_status_page_id_fkey");
}
