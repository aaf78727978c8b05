import { randomBytes } from "node:crypto";
import { statfsSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { freemem, tmpdir } from "node:os";
import { join } from "node:path";
import { Kysely, PostgresDialect } from "kysely";
import pg from "pg";
import type { Db } from "#db/index.ts";
import type { DB } from "#db/types.ts";
import { IN_MEMORY, PREFIX } from "#tests/support/server/remove-run.ts";

export const TEMPLATE = "template_migrated";

/** Where the OpenAPI document of the run is. */
export function documentIn(folder: string): string {
  return join(folder, "openapi.json");
}

/** What the global setup made for this run, known to all workers: addresses of files and servers. */
export function run(): { folder: string; postgres: string; document: string } {
  const { TEST_FOLDER, TEST_POSTGRES } = process.env;
  if (!TEST_FOLDER || !TEST_POSTGRES)
    throw new Error("The global setup made no database: is the project one of db, api, e2e?");
  return { folder: TEST_FOLDER, postgres: TEST_POSTGRES, document: documentIn(TEST_FOLDER) };
}

const ROOM_BYTES = 8 * 2 ** 30;

// A database has a thousand files: to clone and drop one on a disk takes ten times what it takes in
// memory.
function hasRoomInMemory(): boolean {
  try {
    const { bavail, bsize } = statfsSync(IN_MEMORY);
    return Math.min(bavail * bsize, freemem()) > ROOM_BYTES;
  } catch {
    return false;
  }
}

export function makeRunFolder(): Promise<string> {
  return mkdtemp(join(hasRoomInMemory() ? IN_MEMORY : tmpdir(), `${PREFIX}${process.pid}-`));
}

export function addressOfDatabase(name: string): string {
  return Object.assign(new URL(run().postgres), { pathname: `/${name}` }).href;
}

/** The address of the same database over TCP, where something can stand in between. */
export function overTcp(url: string): URL {
  const address = new URL(url);
  address.searchParams.delete("host");
  return address;
}

/** Runs one statement on a connection of its own. @returns its rows */
export async function queryOnce(url: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

/** One connection to a database that is not the worker's own. */
export function connectTo(url: string): Db {
  const pool = new pg.Pool({ connectionString: url, max: 1, options: "-c TimeZone=UTC" });
  // Its end says goodbye and does not wait: the database may be dropped before that is heard.
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool }) });
}

export async function administer(statement: string): Promise<void> {
  await queryOnce(addressOfDatabase("postgres"), statement);
}

/** A migrated database of one's own. @returns its name */
export async function cloneDatabase(): Promise<string> {
  const name = `test_${randomBytes(6).toString("hex")}`;
  await administer(`create database ${name} template ${TEMPLATE}`);
  return name;
}

export async function dropDatabase(name: string): Promise<void> {
  await administer(`drop database if exists ${name} with (force)`);
}
