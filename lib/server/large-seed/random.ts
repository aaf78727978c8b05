import { type RawBuilder, sql } from "kysely";

/**
 * An evenly spread number from 0 to below 1, always the same for the same row, purpose and seed.
 */
export function chance(
  row: RawBuilder<unknown>,
  purpose: number,
  seed: number,
): RawBuilder<number> {
  return sql<number>`((hashint8extended((${row})::bigint, ${seed * 100 + purpose}::bigint) & 2147483647) / 2147483648.0)`;
}

/** One of some texts, always the same for the same row. */
export function pick(
  texts: readonly string[],
  row: RawBuilder<unknown>,
  purpose: number,
  seed: number,
): RawBuilder<string> {
  return sql<string>`(${texts}::text[])[1 + floor(${texts.length} * ${chance(row, purpose, seed)})::integer]`;
}
