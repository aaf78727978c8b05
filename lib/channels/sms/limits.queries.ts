import { sql } from "kysely";
import type { Db, Trx } from "#db/index.ts";
import type { PageGrant } from "#lib/core/access/authorize.ts";

export type Counted = { counted: string; period: string };

/** Adds to a count unless it would exceed `most`; 0: no limit. @returns whether it did */
export async function addCount(
  db: Db,
  grant: PageGrant,
  { counted, period }: Counted,
  { add, most }: { add: number; most: number },
): Promise<boolean> {
  const { rows } = await sql`
    insert into sms_counts (status_page_id, counted, period, count)
    select ${grant.status_page_id}, ${counted}, ${period}::date, ${add}::integer
    where ${most}::integer = 0 or ${add}::integer <= ${most}::integer
    on conflict (status_page_id, counted, period)
      do update set count = sms_counts.count + excluded.count
      where ${most}::integer = 0 or sms_counts.count + excluded.count <= ${most}::integer
    returning count`.execute(db);
  return rows.length > 0;
}

export async function subtractCount(
  db: Db,
  grant: PageGrant,
  { counted, period }: Counted,
  count: number,
): Promise<void> {
  await db
    .updateTable("sms_counts")
    .set((eb) => ({ count: eb("count", "-", count) }))
    .where("status_page_id", "=", grant.status_page_id)
    .where("counted", "=", counted)
    .where("period", "=", period)
    .execute();
}

/** @returns whether the owners were not notified before */
export async function markNotified(
  trx: Trx,
  grant: PageGrant,
  { counted, period }: Counted,
  now: string,
): Promise<boolean> {
  const { rows } = await sql`
    insert into sms_counts (status_page_id, counted, period, count, told_at)
    values (${grant.status_page_id}, ${counted}, ${period}::date, 0, ${now}::timestamptz)
    on conflict (status_page_id, counted, period) do update set told_at = excluded.told_at
      where sms_counts.told_at is null
    returning told_at`.execute(trx);
  return rows.length > 0;
}

export async function deleteCountsBefore(db: Db, before: string): Promise<void> {
  await sql`delete from sms_counts where period < ${before}::date`.execute(db);
}
