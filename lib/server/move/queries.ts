import { type RawBuilder, sql } from "kysely";
import type { Db, Trx } from "#db/index.ts";
import type { ProgramGrant } from "#lib/core/access/authorize.ts";
import { MOVE_LOCK } from "#lib/core/moves/queries.ts";
import type { Copied, Table } from "#lib/server/move/policies.ts";
import type { Row } from "#lib/server/move/rows.ts";

/** A database, as its installation's program may use it. */
export type Side = { db: Db; grant: ProgramGrant; secret: string | undefined };

export async function listMigrations({ db }: Side): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from kysely_migration order by name`.execute(db);
  return rows.map(({ name }) => name);
}

/** One move at a time; a database is not free of its own lock. */
export async function tryLock({ db }: Side): Promise<boolean> {
  const { rows } = await sql<{
    is: boolean;
  }>`select pg_try_advisory_lock(${MOVE_LOCK}) as is`.execute(db);
  return rows[0]?.is ?? false;
}

/** Not after the connection was lost, for that ends a session's locks. */
export async function holdsLock({ db }: Side): Promise<boolean> {
  const { rows } = await sql`
    select from pg_locks where locktype = 'advisory' and pid = pg_backend_pid() and granted
      and objid = ${MOVE_LOCK}::oid`.execute(db);
  return rows.length > 0;
}

export type Column = { name: string; type: string };
type Shape = { columns: Column[]; primary: string[]; sequence: string | null };

export async function findShape({ db }: Side, table: Table): Promise<Shape> {
  const { rows } = await sql<Shape>`
    select
      (select json_agg(json_build_object('name', attname,
          'type', format_type(atttypid, atttypmod)) order by attnum)
        from pg_attribute where attrelid = ${table}::regclass and attnum > 0
          and not attisdropped and attgenerated = '') as columns,
      coalesce((select json_agg(a.attname order by k.n)
        from pg_index as i cross join unnest(i.indkey::smallint[]) with ordinality as k (attnum, n)
        join pg_attribute as a on a.attrelid = i.indrelid and a.attnum = k.attnum
        where i.indrelid = ${table}::regclass and i.indisprimary), '[]') as primary,
      (select coalesce(pg_get_serial_sequence(${table}, a.attname),
          nullif(split_part(pg_get_expr(d.adbin, d.adrelid), '''', 2), ''))
        from pg_attribute as a
        left join pg_attrdef as d on d.adrelid = a.attrelid and d.adnum = a.attnum
        where a.attrelid = ${table}::regclass and a.attname = 'id') as sequence`.execute(db);
  const [shape] = rows;
  if (!shape) throw new Error(`There is no table ${table}`);
  return shape;
}

/** Where to read on: rows of an owner, after those up to a key. */
export type Slice = {
  table: Table;
  columns: readonly Column[];
  key: readonly Column[];
  owner: string;
  owner_id: number;
  after: readonly string[] | null;
  limit: number | "all";
  where: RawBuilder<unknown>;
};

function listOf(names: readonly { name: string }[]): RawBuilder<unknown> {
  return sql.join(names.map(({ name }) => sql.ref(name)));
}

/** `$pages` and `$taken` stand for lists. */
export function conditionOf(
  { where = "true" }: Copied,
  lists: { pages: readonly number[]; taken: readonly string[] },
): RawBuilder<unknown> {
  const values: Record<string, RawBuilder<unknown>> = {
    $pages: sql`${lists.pages}::bigint[]`,
    $taken: sql`${lists.taken}::text[]`,
  };
  const parts = where.split(/(\$\w+)/).map((part) => values[part] ?? sql.raw(part));
  return sql.join(parts, sql``);
}

/** With all rows that share the last key. */
export async function readRows({ db }: Side, slice: Slice): Promise<Row[]> {
  const { table, columns, key, owner, owner_id, after, limit, where } = slice;
  const texts = columns.map(({ name }) => sql`${sql.ref(name)}::text as ${sql.ref(name)}`);
  const bounds = key.map(({ type }, index) => sql`${after?.[index]}::text::${sql.raw(type)}`);
  // Without the table, `order by` would mean the texts.
  const order = sql.join(key.map(({ name }) => sql.ref(`given.${name}`)));
  const isLater = after && key.length > 0;
  const { rows } = await sql<Row>`
    select ${sql.join(texts)} from ${sql.table(table)} as given
    where ${sql.ref(owner)} = ${owner_id} and ${where}
      ${isLater ? sql`and (${order}) > (${sql.join(bounds)})` : sql``}
    ${key.length > 0 ? sql`order by ${order}` : sql``}
    ${key.length > 0 && limit !== "all" ? sql`fetch first ${sql.lit(limit)} rows with ties` : sql``}
  `.execute(db);
  return rows;
}

/** Inserts what triggers would add to as it is. */
export async function insertRows(
  trx: Trx,
  table: Table,
  columns: readonly Column[],
  rows: readonly Row[],
): Promise<void> {
  if (rows.length === 0) return;
  const lists = columns.map(({ name }) => sql`${rows.map((row) => row[name] ?? null)}::text[]`);
  const values = columns.map(
    ({ name, type }) => sql`given.${sql.ref(name)}::${sql.raw(type)} as ${sql.ref(name)}`,
  );
  await sql`select set_config('allclear.copying', 'on', true)`.execute(trx);
  await sql`
    insert into ${sql.table(table)} (${listOf(columns)}) overriding system value
    select ${sql.join(values)} from unnest(${sql.join(lists)}) as given (${listOf(columns)})
  `.execute(trx);
}

type Ownership = { table: Table; owner: string; owner_ids: readonly number[] };

export async function listIds(
  { db }: Side,
  { table, owner, owner_ids }: Ownership,
  where: RawBuilder<unknown> = sql`true`,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from ${sql.table(table)}
    where ${sql.ref(owner)} = any(${owner_ids}::bigint[]) and ${where} order by id`.execute(db);
  return rows.map(({ id }) => id);
}

export async function countRows(
  { db }: Side,
  { table, owner, owner_ids }: Ownership,
  where: RawBuilder<unknown>,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from ${sql.table(table)}
    where ${sql.ref(owner)} = any(${owner_ids}::bigint[]) and ${where}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** @param ids in ascending order */
export async function hasIdBetween({ db }: Side, table: Table, ids: readonly number[]) {
  const { rows } = await sql`
    select from ${sql.table(table)} where id between ${ids[0]} and ${ids.at(-1)} limit 1`.execute(
    db,
  );
  return rows.length > 0;
}

export async function listTaken({ db }: Side, table: Table, ids: readonly number[]) {
  const { rows } = await sql<{ id: number }>`
    select id from ${sql.table(table)} where id = any(${ids}::bigint[])`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

export async function lastValue({ db }: Side, sequence: string): Promise<number> {
  const { rows } = await sql<{ last: number }>`
    select last_value as last from ${sql.raw(sequence)}`.execute(db);
  return rows[0]?.last ?? 0;
}

export async function nextId({ db }: Side, sequence: string): Promise<number> {
  const { rows } = await sql<{ id: number }>`select nextval(${sequence}::regclass) as id`.execute(
    db,
  );
  return rows[0]?.id ?? 0;
}

/** No id that the source ever gave is given here again. */
export async function advanceSequence({ db }: Side, sequence: string, beyond: number) {
  await sql`
    select setval(${sequence}::regclass, ${beyond}) from ${sql.raw(sequence)}
    where last_value < ${beyond}`.execute(db);
}
