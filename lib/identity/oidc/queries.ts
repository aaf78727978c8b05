import type { Insertable } from "kysely";
import type { Db, Trx } from "#db/index.ts";
import type { OidcIdentities } from "#db/types.ts";
import type { AnybodyGrant, UserGrant } from "#lib/core/access/authorize.ts";
import type { UserRow } from "#lib/identity/users/queries.ts";

type Identity = { issuer: string; subject: string };

export async function findIdentityUser(
  db: Db,
  { issuer, subject }: Identity,
): Promise<UserRow | undefined> {
  return db
    .selectFrom("oidc_identities as i")
    .innerJoin("users as u", "u.id", "i.user_id")
    .selectAll("u")
    .where("i.issuer", "=", issuer)
    .where("i.subject", "=", subject)
    .executeTakeFirst();
}

export async function listIssuers(db: Db, userId: number): Promise<string[]> {
  const rows = await db
    .selectFrom("oidc_identities")
    .select("issuer")
    .where("user_id", "=", userId)
    .execute();
  return rows.map(({ issuer }) => issuer);
}

/** @returns whether the identity was new */
export async function insertIdentity(
  trx: Trx,
  _grant: UserGrant | AnybodyGrant,
  values: Insertable<OidcIdentities>,
): Promise<boolean> {
  const row = await trx
    .insertInto("oidc_identities")
    .values(values)
    .onConflict((conflict) => conflict.doNothing())
    .returning("user_id")
    .executeTakeFirst();
  return row !== undefined;
}
