import { type RawBuilder, sql } from "kysely";
import { NOTED_BYTES } from "#db/budget.ts";
import type { Db } from "#db/index.ts";
import type { PageGrant } from "#lib/core/access/authorize.ts";
import { bytesOfLinks } from "#lib/services/links.queries.ts";

type Updated = "incident" | "info_notice";

/**
 * The bytes of a record, the row `found` of its list, with its updates, before they are rendered,
 * and the services that it names.
 */
export function bytesOfRecord(record: Updated): RawBuilder<number> {
  return sql`${NOTED_BYTES} + ${bytesOfLinks(record)} + (
    select coalesce(sum(coalesce(said.bytes, octet_length(row_to_json(said)::text))), 0)
    from ${sql.table(`${record}_updates`)} as said
    where said.status_page_id = found.status_page_id
      and said.${sql.ref(`${record}_id`)} = found.id
  )`;
}

const BYTES = sql`coalesce(bytes, octet_length(description) + octet_length(translations::text))`;

/**
 * Of all updates together the newest ones: `each` of one record at most, and no more than so many
 * bytes hold.
 */
export type Limits = { each: number; bytes: number };

/** The newest updates of each record, newest first. */
export async function listNewest<Row>(
  db: Db,
  grant: PageGrant,
  record: Updated,
  ids: readonly number[],
  { each, bytes }: Limits,
): Promise<Map<number, Row[]>> {
  const updates = new Map<number, Row[]>(ids.map((id) => [id, []]));
  if (ids.length === 0) return updates;
  const key = sql.ref(`${record}_id`);
  const { rows } = await sql<Row & { record_id: number }>`
    select * from (
      select newest.*, ${key} as record_id, sum(${BYTES}) over (order by posted_at desc,
        id desc) as so_far
      from unnest(${ids}::bigint[]) as wanted (record_id)
      cross join lateral (
        select * from ${sql.table(`${record}_updates`)}
        where status_page_id = ${grant.status_page_id} and ${key} = wanted.record_id
        order by posted_at desc, id desc limit ${each}
      ) as newest
    ) as counted where so_far <= ${bytes} order by posted_at desc, id desc`.execute(db);
  for (const row of rows) updates.get(row.record_id)?.push(row);
  return updates;
}
