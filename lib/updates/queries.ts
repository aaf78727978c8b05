import { sql } from "kysely";
import type { Db } from "#db/index.ts";
import type { PageGrant } from "#lib/auth/authorize.ts";

// The text of one list's answer, in characters: where it ends before `limit`, its links go on.
const MAX_LISTED = 4_194_304;

type Updated = "incident" | "info_notice";

const LENGTH = sql`length(description) + length(translations::text)`;

/** How many of some records, from the first on, one list's answer holds with their updates: one at least. */
export async function fittingRecords(db: Db, grant: PageGrant, record: Updated, rows: readonly { id: number }[]): Promise<number> {
  const ids = rows.map(({ id }) => id);
  const key = sql.ref(`${record}_id`);
  const counted = await sql<{ id: number; size: number }>`
    select ${key} as id, sum(${LENGTH})::integer as size from ${sql.table(`${record}_updates`)}
    where status_page_id = ${grant.status_page_id} and ${key} = any(${ids}::bigint[]) group by ${key}`.execute(db);
  const sizes = new Map(counted.rows.map(({ id, size }) => [id, size]));
  let total = 0;
  const cut = ids.findIndex((id, index) => {
    total += sizes.get(id) ?? 0;
    return total > MAX_LISTED && index > 0;
  });
  return cut < 0 ? ids.length : cut;
}

/** Of all updates together the newest ones: `each` of one record at most, and no more than so many characters hold. */
export type Limits = { each: number; characters: number };

/** The newest updates of each record, newest first. */
export async function listNewest<Row>(
  db: Db,
  grant: PageGrant,
  record: Updated,
  ids: readonly number[],
  { each, characters }: Limits,
): Promise<Map<number, Row[]>> {
  const updates = new Map<number, Row[]>(ids.map((id) => [id, []]));
  if (ids.length === 0) return updates;
  const key = sql.ref(`${record}_id`);
  const { rows } = await sql<Row & { record_id: number }>`
    select * from (
      select newest.*, ${key} as record_id, sum(${LENGTH}) over (order by posted_at desc, id desc) as characters
      from unnest(${ids}::bigint[]) as wanted (record_id)
      cross join lateral (
        select * from ${sql.table(`${record}_updates`)}
        where status_page_id = ${grant.status_page_id} and ${key} = wanted.record_id
        order by posted_at desc, id desc limit ${each}
      ) as newest
    ) as counted where characters <= ${characters} order by posted_at desc, id desc`.execute(db);
  for (const row of rows) updates.get(row.record_id)?.push(row);
  return updates;
}
