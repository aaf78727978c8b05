import { type RawBuilder, type SelectQueryBuilder, sql } from "kysely";
import type { Db } from "#db/index.ts";

// Bytes of one answer's records; four megabytes hold them with aliases and links.
const MAX_BYTES = 3_800_000;
// How much a row can grow when its texts become escaped HTML.
const MAX_GROWTH = 64;
// Small parts, so that few records are made in vain.
const PART_BYTES = MAX_BYTES / 8;

/** Bytes of a row, called `found`, as JSON. */
export const OWN_BYTES = sql<number>`octet_length(row_to_json(found)::text)`;

/** Bytes stored when the row was written; older rows are measured. */
export const STORED_BYTES = sql<number>`coalesce(found.bytes, ${OWN_BYTES})`;

type Found<Row> = {
  rows: Row[];
  bytes: number[];
  count: number;
};

/**
 * Reads only rows that fit into one answer, at least one.
 * @param order of the rows: `id desc`
 * @param bytes of a row and what is answered beside it
 */
export async function findWithin<DB, TB extends keyof DB, Row>(
  db: Db,
  query: SelectQueryBuilder<DB, TB, Row>,
  order: RawBuilder<unknown>,
  bytes: RawBuilder<number>,
): Promise<Found<Row>> {
  type Counts = Record<"found_bytes" | "found_count" | "found_place" | "found_so_far", number>;
  type Counted = Row & Counts;
  const { rows } = await sql<Counted>`
    select * from (
      select *, sum(found_bytes) over (order by found_place) as found_so_far from (
        select found.*, ${bytes} as found_bytes, count(*) over () as found_count,
          row_number() over (order by ${order}) as found_place
        from ${query} as found
      ) as measured
    ) as counted
    where found_place = 1 or found_so_far <= ${MAX_BYTES} order by found_place`.execute(db);
  const withoutCounts = ({
    found_bytes,
    found_count,
    found_place,
    found_so_far,
    ...row
  }: Counted) => row as Row;
  return {
    rows: rows.map(withoutCounts),
    bytes: rows.map(({ found_bytes }) => found_bytes),
    count: rows[0]?.found_count ?? 0,
  };
}

function partsOf<Row>({ rows, bytes }: Found<Row>): Row[][] {
  const parts: Row[][] = [];
  let room = 0;
  for (const [index, row] of rows.entries()) {
    if (room <= 0) {
      parts.push([]);
      room = PART_BYTES;
    }
    parts.at(-1)?.push(row);
    room -= bytes[index] ?? 0;
  }
  return parts;
}

export type Answer<Row, Record> = (rows: Row[]) => Promise<Record[]> | Record[];

/** The records of the first rows that fit into one answer, at least one. */
export async function answerWithin<Row, Record>(
  found: Found<Row>,
  answer: Answer<Row, Record>,
): Promise<Record[]> {
  const bytes = found.bytes.reduce((sum, each) => sum + each, 0);
  if (bytes * MAX_GROWTH <= MAX_BYTES) return answer(found.rows);
  const records: Record[] = [];
  let room = MAX_BYTES;
  for (const part of partsOf(found)) {
    for (const record of await answer(part)) {
      room -= Buffer.byteLength(JSON.stringify(record)) + 1;
      if (room < 0 && records.length > 0) return records;
      records.push(record);
    }
  }
  return records;
}
