import { type SelectQueryBuilder, sql } from "kysely";

/** The values of the columns a list is ordered by, of one row. */
export type Keyset = readonly (string | number)[];

/** Which part of an ordered list is asked for: at most `limit` rows, after or before a row, from the start without either. */
export type Slice = { limit: number; after?: Keyset; before?: Keyset };

export type Sliced<Row> = { rows: Row[]; has_next: boolean; has_previous: boolean };

/** A slice with how many rows the whole list has; how exactly says whoever counts (db/counts.ts). */
export type Listed<Row> = Sliced<Row> & { total_count: number };

export type Order = { columns: readonly [string, ...string[]]; direction: "asc" | "desc" };

/** The rows of a query from where a slice begins, in the direction it is read, at most `count`. */
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
  if (bound) bounded = bounded.where(sql<boolean>`(${keys}) ${sql.raw(ascending ? ">" : "<")} (${sql.join(bound)})`);
  for (const column of columns) bounded = bounded.orderBy(sql.ref(column), ascending ? "asc" : "desc");
  return bounded.limit(count);
}

/**
 * Reads a slice of a list by its order's values, never by offset: rows that come or go elsewhere shift nothing.
 * The order must be total (end with a unique column), all columns in one direction.
 */
export async function readSlice<DB, TB extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, TB, Row>,
  order: Order,
  slice: Slice,
): Promise<Sliced<Row>> {
  const backwards = slice.before !== undefined;
  const found = await rowsFrom(query, order, slice, slice.limit + 1).execute();
  const more = found.length > slice.limit;
  const rows = found.slice(0, slice.limit);
  return backwards
    ? { rows: rows.reverse(), has_next: true, has_previous: more }
    : { rows, has_next: more, has_previous: slice.after !== undefined };
}

/** A slice of a list, and its count, which is asked for at the same time. */
export async function readList<DB, TB extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, TB, Row>,
  order: Order,
  slice: Slice,
  count: Promise<number>,
): Promise<Listed<Row>> {
  const [sliced, total_count] = await Promise.all([readSlice(query, order, slice), count]);
  return { ...sliced, total_count };
}
