import { sql } from "kysely";
import type { Db, Trx } from "#db/index.ts";
import type { PageGrant, ProgramGrant } from "#lib/core/access/authorize.ts";

/** An uploaded certificate that ends within days; `not_after`: wire time. */
export type Ending = { status_page_id: number; name: string; not_after: string; days: number };

/** Uploaded certificates of which the owners were not told yet what is to be told now. */
export async function listUntold(db: Db, _grant: ProgramGrant, limit: number): Promise<Ending[]> {
  const { rows } = await sql<Ending>`
    select c.status_page_id, c.name, c.not_after, stage.days
    from certificates as c cross join lateral (
      select min(days) as days from unnest(array[1, 7, 14, 30]) as days
      where c.not_after <= now() + days * interval '1 day'
    ) as stage
    where c.source = 'uploaded' and c.status_page_id is not null and c.not_after > now()
      and stage.days is not null and not exists (
        select from host_certificate_notices as told
        where told.name = c.name and told.not_after = c.not_after and told.days <= stage.days
      )
    order by c.id limit ${limit}`.execute(db);
  return rows;
}

/** @returns whether nobody noted it before */
export async function noteTold(
  trx: Trx,
  _grant: PageGrant,
  { name, not_after, days }: Ending,
): Promise<boolean> {
  const noted = await trx
    .insertInto("host_certificate_notices")
    .values({ name, not_after, days })
    .onConflict((conflict) => conflict.doNothing())
    .returning("days")
    .executeTakeFirst();
  return noted !== undefined;
}

export async function deleteOldNotices(db: Db, _grant: ProgramGrant): Promise<void> {
  await sql`
    delete from host_certificate_notices where not_after < now() - interval '1 day'`.execute(db);
}

/** The uploaded certificate of the page that has ended, or ends within the wire time. */
export async function findEnding(
  db: Db,
  { status_page_id }: PageGrant,
  before: string,
): Promise<{ name: string; not_after: string } | undefined> {
  const row = await db
    .selectFrom("certificates")
    .select(["name", "not_after"])
    .where("status_page_id", "=", status_page_id)
    .where("source", "=", "uploaded")
    .where("not_after", "<=", before)
    .orderBy("not_after")
    .executeTakeFirst();
  return row as { name: string; not_after: string } | undefined;
}
