import { type Selectable, sql } from "kysely";
import type { Db, Trx } from "#db/index.ts";
import type { Integrations } from "#db/types.ts";
import type { PageGrant, ProgramGrant } from "#lib/core/access/authorize.ts";
import { isAtHome } from "#lib/core/moves/queries.ts";
import type { ProviderReport } from "#lib/notifications/provider-reports/report.ts";
import { addressKey, keysOfNumber } from "#lib/subscribers/normal-addresses.ts";
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
    .where(isAtHome("status_page_id"))
    .orderBy("id")
    .limit(limit)
    .execute();
}

export type Addressed = { id: number; address: string; is_quarantined: boolean };

type AddressQuery = { addresses: readonly string[]; now: string };

/** Locks subscriptions by e-mail addresses, or by numbers such as `+491511234567`. */
export async function lockAddressed(
  trx: Trx,
  grant: PageGrant,
  type: ProviderReport["type"],
  { addresses, now }: AddressQuery,
): Promise<Addressed[]> {
  const keysOf = (address: string) =>
    type === "sms"
      ? keysOfNumber(address.replace("+", ""))
      : (addressKey({ type, email: address }) ?? []);
  const named = new Map(
    addresses.flatMap((address) => [keysOf(address)].flat().map((key) => [key, address])),
  );
  const { rows } = await sql<Addressed>`
    select id, ${ADDRESS} as address,
      coalesce(quarantined_until > ${now}::timestamptz, false) as is_quarantined
    from subscriptions
    where status_page_id = ${grant.status_page_id} and type = ${type}
      and ${ADDRESS} = any(${[...named.keys()]}::text[])
    order by id
    for no key update`.execute(trx);
  return rows.map((row) => ({ ...row, address: named.get(row.address) ?? row.address }));
}
