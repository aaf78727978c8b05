import { type SelectQueryBuilder, sql } from "kysely";

/** The values of the columns a list is ordered by, of one row. */
export type Keyset = readonly (string | number)[];

/** Which part of an ordered list is asked for: at most `limit` rows, after or before a row, from the start without either. */
export type Slice = { limit: number; after?: Keyset; before?: Keyset };

/** A slice, the keysets after and before which the list goes on (null: it does not), and how many rows there are in all. */
export type Listed<Row> = { rows: Row[]; next: Keyset | null; previous: Keyset | null; total_count: number };

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

function keysetOf(row: object, { columns }: Order): Keyset {
  const values = row as Record<string, string | number>;
  return columns.map((column) => values[column.slice(column.indexOf(".") + 1)] ?? "");
}

/**
 * Reads a slice of a list by its order's values, never by offset: rows that come or go elsewhere shift nothing.
 * The order must be total (end with a unique column), all columns in one direction, and the query must select them.
 * @param count how many rows the whole list has; how exactly says whoever counts (db/counts.ts)
 * @param fitting how many rows, of those that are found, one answer holds: one at least
 */
export async function readList<DB, TB extends keyof DB, Row extends object>(
  query: SelectQueryBuilder<DB, TB, Row>,
  order: Order,
  slice: Slice,
  count: Promise<number>,
  fitting?: (found: readonly Row[]) => Promise<number>,
): Promise<Listed<Row>> {
  const [found, total_count] = await Promise.all([rowsFrom(query, order, slice, slice.limit + 1).execute(), count]);
  const length = Math.min(slice.limit, (await fitting?.(found as Row[])) ?? slice.limit);
  const rows = found.slice(0, length) as Row[];
  const more = found.length > length;
  const backwards = slice.before !== undefined;
  if (backwards) rows.reverse();
  const keyset = (row: Row | undefined) => (row ? keysetOf(row, order) : (slice.after ?? slice.before ?? null));
  const next = backwards || more ? keyset(rows.at(-1)) : null;
  const previous = (backwards ? more : slice.after !== undefined) ? keyset(rows[0]) : null;
  return { rows, next, previous, total_count };
}
