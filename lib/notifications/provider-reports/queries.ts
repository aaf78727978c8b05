import { createHash } from "node:crypto";
import { type Selectable, sql } from "kysely";
import type { Db, Trx } from "#db/index.ts";
import type { Integrations } from "#db/types.ts";
import type { PageGrant, ProgramGrant } from "#lib/core/access/authorize.ts";
import type { ProviderReport } from "#lib/notifications/provider-reports/report.ts";
import { waysToRead } from "#lib/subscribers/addresses.ts";
import { ADDRESS } from "#lib/subscribers/queries.ts";

export async function findAnyIntegration(
  db: Db,
  _grant: ProgramGrant,
  id: number,
): Promise<Selectable<Integrations> | undefined> {
  return db.selectFrom("integrations").selectAll().where("id", "=", id).executeTakeFirst();
}

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

export type Addressed = { id: number; address: string; is_quarantined: boolean };

type AddressQuery = { addresses: readonly string[]; now: string };

async function lockMailed(trx: Trx, grant: PageGrant, { addresses, now }: AddressQuery) {
  const { rows } = await sql<Addressed>`
    select id, lower(email) as address,
      coalesce(quarantined_until > ${now}::timestamptz, false) as is_quarantined
    from subscriptions
    where status_page_id = ${grant.status_page_id} and type = 'email'
      and ${ADDRESS} = any(${addresses.map(md5)}::text[])
    order by id
    for no key update`.execute(trx);
  return rows;
}

async function lockTexted(trx: Trx, grant: PageGrant, { addresses, now }: AddressQuery) {
  const ways = addresses.flatMap((address) =>
    waysToRead(address.replace("+", "")).map((way) => ({ ...way, address })),
  );
  const { rows } = await sql<Addressed>`
    select id, way.address,
      coalesce(quarantined_until > ${now}::timestamptz, false) as is_quarantined
    from subscriptions join unnest(${ways.map((way) => way.address)}::text[],
      ${ways.map((way) => way.country_dial_code)}::text[],
      ${ways.map((way) => way.phone_number)}::text[])
      as way (address, country_dial_code, phone_number)
      using (country_dial_code, phone_number)
    where status_page_id = ${grant.status_page_id} and type = 'sms'
    order by id
    for no key update of subscriptions`.execute(trx);
  return rows;
}

/** Locks subscriptions by e-mail addresses, in any case, or by numbers such as `+491511234567`. */
export async function lockAddressed(
  trx: Trx,
  grant: PageGrant,
  type: ProviderReport["type"],
  asked: AddressQuery,
): Promise<Addressed[]> {
  return type === "email" ? lockMailed(trx, grant, asked) : lockTexted(trx, grant, asked);
}
