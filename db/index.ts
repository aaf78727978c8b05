import type { Kysely, Transaction } from "kysely";
import pg from "pg";
import { hasRoom, isAnswering } from "#db/answering.ts";
import { PipeliningKysely } from "#db/pipeline.ts";
import { capacityOf, type Purpose, sizeOf } from "#db/pools.ts";
import { PreparingClient, STALE_PLAN } from "#db/prepared.ts";
import type { DB } from "#db/types.ts";
import { env } from "#lib/platform/config/env.ts";
import { oncePerProcess } from "#lib/platform/process/once-per-process.ts";

export type Db = Kysely<DB>;
export type Trx = Transaction<DB>;

type Shared = { db?: Db; purpose?: Purpose };
const shared = oncePerProcess("database", (): Shared => ({}));

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
 * Times come as the wire spells them (UTC, whole seconds), days as `YYYY-MM-DD`, integers as
 * numbers.
 */
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: "text" | "binary") =>
    parsers.get(oid) ??
    pg.types.getTypeParser(oid, format)) as pg.CustomTypesConfig["getTypeParser"],
};

/** Lets `sslmode` mean what it means to PostgreSQL's own programs: `require` needs no known CA. */
function asLibpq(address: string | undefined): string | undefined {
  const url = new URL(address ?? "postgres:");
  const mode = url.searchParams.get("sslmode");
  if (!mode || mode === "no-verify") return address;
  url.searchParams.set("uselibpqcompat", "true");
  return url.href;
}

export function clientConfig(): pg.ClientConfig {
  return {
    connectionString: asLibpq(env().DATABASE_URL),
    types,
    connectionTimeoutMillis: 4_000,
    statement_timeout: 15_000,
    query_timeout: 16_000,
    idle_in_transaction_session_timeout: 30_000,
    options: "-c TimeZone=UTC",
    application_name: "allclear",
    keepAlive: true,
  };
}

/**
 * A pool of connections. One that breaks is replaced; the query under way, or the next one, tells
 * whether the database is there.
 * @param purpose by which it has its share of what the database lets everybody open
 */
export function openPool(config: pg.PoolConfig, purpose?: Purpose): pg.Pool {
  let isSized = purpose === undefined;
  const size = async (client: pg.ClientBase) => {
    if (isSized || !purpose) return;
    isSized = true;
    pool.options.max = sizeOf(purpose, await capacityOf(client));
  };
  // Until it is known, as many as there is room for in any case.
  const max = isSized ? MAX_UNSIZED : 2;
  const pool = new pg.Pool({ max, ...config, onConnect: size });
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  return pool;
}

function connect(config: pg.PoolConfig, purpose?: Purpose): Db {
  const pool = openPool({ ...config, Client: PreparingClient, pipeline: true }, purpose);
  return new PipeliningKysely<DB>({ pool });
}

/** Says what `database()` is for in this process, before its first use. */
export function setPurpose(purpose: Purpose): void {
  shared.purpose = purpose;
}

/**
 * The one pool of this process, opened at first use. Some connections stay, with their planned
 * statements: no request waits for new ones when trouble begins.
 */
export function database(): Db {
  shared.db ??= connect({ ...clientConfig(), min: 2 }, shared.purpose);
  return shared.db;
}

/**
 * A connection whose statements may take as long as they need: for migrations and seeds. The caller
 * destroys it.
 */
export function patientDatabase(): Db {
  const patience = {
    statement_timeout: 0,
    query_timeout: 0,
    idle_in_transaction_session_timeout: 0,
  };
  return connect({ ...clientConfig(), ...patience, max: 1 });
}

const READY_MS = 2_000;

/** Whether the database can be reached, known after 2 s at most, and has room to write. */
export async function isDatabaseThere(): Promise<boolean> {
  const config = clientConfig();
  return (await isAnswering(config, READY_MS)) && (await hasRoom(config, READY_MS));
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
  "53100",
  "53300",
]);

/**
 * Whether an error says that the database cannot be reached, or has no room to write, rather than
 * that a statement is wrong.
 */
export function isDatabaseLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (code && LOST.has(code)) return syscall !== "open";
  if (error instanceof AggregateError) return error.errors.some(isDatabaseLost);
  return /Connection terminated|not queryable|timeout exceeded when trying to connect|Query read timeout|connection timeout/i.test(
    error.message,
  );
}

const CONFLICTS = new Set(["40001", "40P01", STALE_PLAN]);

/**
 * Whether PostgreSQL gave a transaction up for reasons that lie outside of it: done again from its
 * beginning, the same work may succeed.
 */
export function isConflict(error: unknown): boolean {
  return CONFLICTS.has((error as { code?: string } | null)?.code ?? "");
}

/** Whether PostgreSQL ended a statement because it took longer than a request may. */
export function isStatementTimeout(error: unknown): boolean {
  return (error as { code?: string } | null)?.code === "57014";
}

/** Whether a statement failed because a row with that key exists already. */
export function isUniqueViolation(error: unknown, constraint: string): boolean {
  const { code, constraint: violated } = error as { code?: string; constraint?: string };
  return code === "23505" && violated === constraint;
}

/** Whether a row could not be written because its page was deleted at the same time. */
export function isPageGone(error: unknown): boolean {
  const { code, constraint = "" } = error as { code?: string; constraint?: string };
  return code === "23503" && constraint.endsWith("_status_page_id_fkey");
}
