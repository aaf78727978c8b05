import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { type ClientConfig, DatabaseClient } from "#db/client.ts";
import { oncePerProcess } from "#lib/platform/process/once-per-process.ts";

const LIMIT_MS = 4_000;
/** For a database that was silent when last asked. */
const SILENT_LIMIT_MS = 1_000;
const TICK_MS = 100;
export const TOO_MANY_CONNECTIONS = "53300";
export const DISK_FULL = "53100";

type Shared = {
  answered_at: number;
  isSilent: boolean;
  isFull: boolean;
  asking?: Promise<boolean>;
};
const shared = oncePerProcess(
  "database-answers",
  (): Shared => ({ answered_at: Number.NEGATIVE_INFINITY, isSilent: false, isFull: false }),
);

/** Called for each statement that was answered, on any connection. */
export function recordAnswer(): void {
  shared.answered_at = performance.now();
  shared.isSilent = false;
}

export function isDiskFull(error: unknown): boolean {
  return (error as { code?: string } | null)?.code === DISK_FULL;
}

/** Called for each statement that failed, on any connection. */
export function recordFailure(error: unknown): void {
  if (isDiskFull(error)) shared.isFull = true;
}

/** Whether the database can write; after a full disk, a temporary table finds out. */
export async function hasRoom(config: ClientConfig, limit_ms: number): Promise<boolean> {
  if (!shared.isFull) return true;
  const client = new DatabaseClient({ ...config, query_timeout: limit_ms });
  client.on("error", () => {});
  try {
    await client.connect();
    await client.query("create temporary table room as select repeat('x', 8000) as bytes");
    shared.isFull = false;
  } catch (error) {
    // Still full or unreachable; any other error means that it is not full.
    if (error instanceof pg.DatabaseError && !isDiskFull(error)) shared.isFull = false;
  } finally {
    client.discard();
  }
  return !shared.isFull;
}

async function ask(client: DatabaseClient): Promise<boolean> {
  try {
    await client.connect();
    await client.query("select 1");
    recordAnswer();
    return true;
  } catch (error) {
    // A server that refuses connections for this reason is there.
    return (error as { code?: string }).code === TOO_MANY_CONNECTIONS;
  }
}

// Counts ticks, so that no time passes for the database while this process is busy.
async function isHeardWithin(limit_ms: number, asked: AbortSignal): Promise<boolean> {
  const since = performance.now();
  for (let ms = 0; ms < limit_ms && !asked.aborted; ms += TICK_MS) {
    await sleep(TICK_MS);
    if (shared.answered_at > since) return true;
  }
  return false;
}

async function askInTime(config: ClientConfig): Promise<boolean> {
  const client = new DatabaseClient({ ...config, connectionTimeoutMillis: 0, query_timeout: 0 });
  client.on("error", () => {});
  const asked = new AbortController();
  const isHeard = async () => {
    const heard = await isHeardWithin(shared.isSilent ? SILENT_LIMIT_MS : LIMIT_MS, asked.signal);
    // A server that refuses connections while it starts is not silent.
    if (!asked.signal.aborted) shared.isSilent = !heard;
    return heard;
  };
  const answers = await Promise.race([ask(client), isHeard()]);
  asked.abort();
  client.discard(!answers);
  return answers;
}

/**
 * Whether a new connection, or any other, is answered. A stopped server accepts connections and
 * says nothing.
 * @param limit_ms at most 4 s
 */
export async function isAnswering(config: ClientConfig, limit_ms = LIMIT_MS): Promise<boolean> {
  shared.asking ??= askInTime(config).finally(() => {
    shared.asking = undefined;
  });
  const asked = new AbortController();
  const answer = await Promise.race([shared.asking, isHeardWithin(limit_ms, asked.signal)]);
  asked.abort();
  return answer;
}

/** Whether a pooler gives a session in time; answers from elsewhere say nothing of it. */
export async function givesSession(config: ClientConfig, limit_ms: number): Promise<boolean> {
  const limits = { connectionTimeoutMillis: limit_ms, query_timeout: limit_ms };
  const client = new DatabaseClient({ ...config, ...limits });
  client.on("error", () => {});
  try {
    await client.connect();
    await client.query("select 1");
    return true;
  } catch {
    return false;
  } finally {
    client.discard();
  }
}
