import { type RawBuilder, type SelectQueryBuilder, sql } from "kysely";
import { type Answer, answerWithin, findWithin, OWN_BYTES } from "#db/budget.ts";
import type { Db } from "#db/index.ts";

/** One row's values of the columns that order the list. */
export type Keyset = readonly (string | number)[];

/** At most `limit` rows after or before a row; without either from the start. */
export type Slice = { limit: number; after?: Keyset; before?: Keyset };

/** `next`, `previous`: where the list goes on; null: it does not. */
export type Listed<Answered> = {
  rows: Answered[];
  next: Keyset | null;
  previous: Keyset | null;
  total_count: number;
};

export type Order = { columns: readonly [string, ...string[]]; direction: "asc" | "desc" };

export function rowsFrom<DB, TB extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, TB, Row>,
  { columns, direction }: Order,
  slice: Slice,
  count: number,
): SelectQueryBuilder<DB, TB, Row> {
  const backwards = slice.before !== undefined;
  const bound = slice.before ?? slice.after;
  const ascending = (direction === "asc") !== backwards;
  const keys = sql.join(columns.map((column) => sql.ref(column)));
  let bounded = query;
  if (bound)
    bounded = bounded.where(
      sql<boolean>`(${keys}) ${sql.raw(ascending ? ">" : "<")} (${sql.join(bound)})`,
    );
  for (const column of columns)
    bounded = bounded.orderBy(sql.ref(column), ascending ? "asc" : "desc");
  return bounded.limit(count);
}

function nameOf(column: string): string {
  return column.slice(column.indexOf(".") + 1);
}

function keysetOf(row: object, { columns }: Order): Keyset {
  const values = row as Record<string, string | number>;
  return columns.map((column) => values[nameOf(column)] ?? "");
}

function orderOf({ columns, direction }: Order, backwards: boolean): RawBuilder<unknown> {
  const way = sql.raw((direction === "asc") !== backwards ? "asc" : "desc");
  return sql.join(columns.map((column) => sql`found.${sql.ref(nameOf(column))} ${way}`));
}

export type List<Row, Answered> = {
  /** Ends with a unique column; all columns in one direction. */
  order: Order;
  /** db/counts.ts says how exact it is. */
  count: Promise<number>;
  answer: Answer<Row, Answered>;
  /** Bytes of a row, `found`, and what is answered beside it; default: its columns. */
  bytes?: RawBuilder<number>;
};

/**
 * Pages by the values of the order, never by offset, so that other rows shift nothing. Stops early
 * where an answer is full. The query must select the columns of the order.
 */
export async function readList<DB, TB extends keyof DB, Row extends object, Answered>(
  db: Db,
  query: SelectQueryBuilder<DB, TB, Row>,
  slice: Slice,
  { order, count, answer, bytes = OWN_BYTES }: List<Row, Answered>,
): Promise<Listed<Answered>> {
  const backwards = slice.before !== undefined;
  const asked = rowsFrom(query, order, slice, slice.limit + 1);
  const [found, total_count] = await Promise.all([
    findWithin(db, asked, orderOf(order, backwards), bytes),
    count,
  ]);
  const within = found.rows.slice(0, slice.limit);
  const rows = await answerWithin({ ...found, rows: within }, answer);
  const more = found.count > rows.length;
  const [first, last] = [within[0], within[rows.length - 1]];
  if (backwards) rows.reverse();
  const keyset = (row: Row | undefined) =>
    row ? keysetOf(row, order) : (slice.after ?? slice.before ?? null);
  const [begin, end] = backwards ? [last, first] : [first, last];
  const next = backwards || more ? keyset(end) : null;
  const previous = (backwards ? more : slice.after !== undefined) ? keyset(begin) : null;
  return { rows, next, previous, total_count };
}
