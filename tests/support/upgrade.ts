import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { sql } from "kysely";
import type pg from "pg";
import type { Db } from "#db/index.ts";
import { PreparingClient } from "#db/prepared.ts";
import { migrateAs } from "./migrations.ts";
import { addressOfDatabase, administer, connectTo } from "./run.ts";

/**
 * The last migration of the previous version, and in tests/db/upgrade a database of it (data.sql),
 * the queries it reads with (queries.json) and what its API answered of that data (answers.json).
 */
const PREVIOUS = "2026-11-20T1320_webhooks";
const FIXTURES = new URL("../db/upgrade/", import.meta.url);

/** A database as the previous version left it. @returns its name */
export async function previousDatabase(): Promise<string> {
  const name = `test_${randomBytes(6).toString("hex")}`;
  await administer(`create database ${name} template template0`);
  const db = connectTo(addressOfDatabase(name));
  try {
    await migrateAs(db, (name) => name <= PREVIOUS);
    const data = await readFile(new URL("data.sql", FIXTURES), "utf8");
    await sql.raw(data).execute(db);
  } finally {
    await db.destroy();
  }
  return name;
}

export type Row = Record<string, unknown>;
export type Rows = Map<string, Map<string, Row>>;

/** All rows of all tables, each under its primary key. */
export async function allRows(db: Db): Promise<Rows> {
  const { rows: tables } = await sql<{ name: string; key: string[] }>`
    select c.relname as name, array_agg(a.attname::text order by a.attnum) as key
    from pg_class as c
    join pg_index as i on i.indrelid = c.oid and i.indisprimary
    join pg_attribute as a on a.attrelid = c.oid and a.attnum = any(i.indkey)
    where c.relnamespace = 'public'::regnamespace and not c.relispartition
      and c.relname not like 'kysely%'
    group by c.relname order by c.relname`.execute(db);
  const read = async ({ name, key }: (typeof tables)[number]) => {
    const { rows } = await sql<{ row: Row }>`
      select to_jsonb(t) as row from ${sql.table(name)} as t`.execute(db);
    return [name, new Map(rows.map(({ row }) => [JSON.stringify(key.map((k) => row[k])), row]))];
  };
  return new Map((await Promise.all(tables.map(read))) as [string, Map<string, Row>][]);
}

type Query = { text: string; values: unknown[] };

function revived(_key: string, value: unknown): unknown {
  const { type, data } = (value ?? {}) as { type?: string; data?: number[] };
  return type === "Buffer" ? Buffer.from(data ?? []) : value;
}

/** A connection of the previous version: it reads as that did, and waits for no lock for long. */
export class PreviousReader {
  readonly #client: pg.Client;
  readonly #queries: Query[];

  private constructor(client: pg.Client, queries: Query[]) {
    this.#client = client;
    this.#queries = queries;
  }

  static async open(url: string): Promise<PreviousReader> {
    const queries = JSON.parse(await readFile(new URL("queries.json", FIXTURES), "utf8"), revived);
    const options = "-c TimeZone=UTC -c lock_timeout=5s";
    const client = new PreparingClient({ connectionString: url, options });
    await client.connect();
    return new PreviousReader(client, queries);
  }

  /** What each of its queries finds. */
  async readAll(): Promise<Row[][]> {
    const results: Row[][] = [];
    for (const { text, values } of this.#queries)
      results.push((await this.#client.query(text, values)).rows);
    return results;
  }

  close(): Promise<void> {
    return this.#client.end();
  }
}

export type Answers = Record<string, { status: number; body: unknown }>;

/** What the API of the previous version answered, by key and path. */
export async function previousAnswers(): Promise<Answers> {
  return JSON.parse(await readFile(new URL("answers.json", FIXTURES), "utf8"));
}
