import { sql } from "kysely";
import type { Trx } from "#db/index.ts";
import type { PageGrant, ProgramGrant } from "#lib/core/access/authorize.ts";

/** @returns whether the team was not told of it before */
export async function noteCertificate(
  trx: Trx,
  { status_page_id }: PageGrant,
  { service_id, expires_at, days }: { service_id: number; expires_at: string; days: number },
): Promise<boolean> {
  const told = await trx
    .insertInto("certificate_notices")
    .values({ status_page_id, service_id, expires_at, days })
    .onConflict((conflict) => conflict.doNothing())
    .returning("days")
    .executeTakeFirst();
  return told !== undefined;
}

/** @returns whether it is news: one of its kind may go on at a time */
export async function noteTrouble(
  trx: Trx,
  _grant: ProgramGrant,
  { kind, began_at }: { kind: string; began_at: string },
): Promise<boolean> {
  const told = await trx
    .insertInto("monitor_notices")
    .values({ kind, began_at })
    .onConflict((conflict) => conflict.doNothing())
    .returning("kind")
    .executeTakeFirst();
  return told !== undefined;
}

/** Notes that whatever was told and is not among these goes on no more. */
export async function endTroubles(
  trx: Trx,
  _grant: ProgramGrant,
  kinds: readonly string[],
  over_at: string,
): Promise<void> {
  await sql`
    update monitor_notices set over_at = ${over_at}::timestamptz
    where over_at is null and kind <> all(${kinds}::text[])`.execute(trx);
}

/** Owners of organizations whose services are checked by us. */
export async function listOwnersConcerned(
  trx: Trx,
  _grant: ProgramGrant,
  limit: number,
): Promise<number[]> {
  const { rows } = await sql<{ user_id: number }>`
    select distinct user_id from memberships as m
    where m.role = 'owner' and m.status_page_id is null and m.user_id is not null and exists (
      select from status_pages as p join services as s on s.status_page_id = p.id
      where p.organization_id = m.organization_id and s.monitoring = 'internal'
    ) order by user_id limit ${limit}`.execute(trx);
  return rows.map(({ user_id }) => user_id);
}
