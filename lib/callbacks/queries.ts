import { createHash } from "node:crypto";
import { type Selectable, sql } from "kysely";
import type { Db, Trx } from "#db/index.ts";
import type { Integrations } from "#db/types.ts";
import type { PageGrant, ProgramGrant } from "#lib/auth/authorize.ts";
import type { Told } from "#lib/callbacks/told.ts";

/** An integration of whichever page. */
export async function findAnyIntegration(
  db: Db,
  _grant: ProgramGrant,
  id: number,
): Promise<Selectable<Integrations> | undefined> {
  return db.selectFrom("integrations").selectAll().where("id", "=", id).executeTakeFirst();
}

/** The integrations of all pages of a kind that are in use, by id, from one on. */
export async function listEnabledAnywhere(
  db: Db,
  _grant: ProgramGrant,
  name: string,
  { after, limit }: { after: number; limit: number },
): Promise<Selectable<Integrations>[]> {
  return db
    .selectFrom("integrations")
    .selectAll()
    .where("name", "=", name)
    .where(sql<boolean>`settings @> '{"enabled": true}'`)
    .where("id", ">", after)
    .orderBy("id")
    .limit(limit)
    .execute();
}

function md5(text: string): string {
  return createHash("md5").update(text).digest("hex");
}

/** A subscription with one of some addresses, and whether it may be written to now. */
export type Addressed = { id: number; address: string; is_quarantined: boolean };

/** The page's subscriptions of a kind with some addresses, e-mail addresses in whichever case. */
export async function lockAddressed(
  trx: Trx,
  grant: PageGrant,
  type: Told["type"],
  addresses: readonly string[],
  now: string,
): Promise<Addressed[]> {
  const address =
    type === "email" ? sql`lower(email)` : sql`'+' || country_dial_code || phone_number`;
  // E-mail addresses are found as the unique index spells them.
  const indexed = sql`md5(case type when 'email' then lower(email) when 'sms' then country_dial_code || ' ' || phone_number else webhook_url end)`;
  const isMeant =
    type === "email"
      ? sql`${indexed} = any(${addresses.map(md5)}::text[])`
      : sql`${address} = any(${addresses}::text[])`;
  const { rows } = await sql<Addressed>`
    select id, ${address} as address,
      coalesce(quarantined_until > ${now}::timestamptz, false) as is_quarantined
    from subscriptions
    where status_page_id = ${grant.status_page_id} and type = ${type}
      and ${isMeant}
    order by id
    for no key update`.execute(trx);
  return rows;
}
