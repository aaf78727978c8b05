import type { Insertable, Selectable } from "kysely";
import type { Db, Trx } from "#db/index.ts";
import type { Passkeys } from "#db/types.ts";
import type { UserGrant } from "#lib/core/access/authorize.ts";

export type PasskeyRow = Selectable<Passkeys>;

export async function listPasskeyRows(db: Db, grant: UserGrant): Promise<PasskeyRow[]> {
  return db
    .selectFrom("passkeys")
    .selectAll()
    .where("user_id", "=", grant.user_id)
    .orderBy("id")
    .execute();
}

/** @returns undefined when the passkey is registered already */
export async function insertPasskey(
  trx: Trx,
  grant: UserGrant,
  values: Omit<Insertable<Passkeys>, "user_id">,
): Promise<PasskeyRow | undefined> {
  return trx
    .insertInto("passkeys")
    .values({ ...values, user_id: grant.user_id })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
}

export async function findPasskey(db: Db, credentialId: string): Promise<PasskeyRow | undefined> {
  return db
    .selectFrom("passkeys")
    .selectAll()
    .where("credential_id", "=", credentialId)
    .executeTakeFirst();
}

export async function touchPasskey(
  db: Db,
  id: number,
  used: { counter: number; last_used_at: string },
): Promise<void> {
  await db.updateTable("passkeys").set(used).where("id", "=", id).execute();
}

export async function renamePasskeyRow(
  trx: Trx,
  grant: UserGrant,
  id: number,
  name: string,
): Promise<boolean> {
  const row = await trx
    .updateTable("passkeys")
    .set({ name })
    .where("user_id", "=", grant.user_id)
    .where("id", "=", id)
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

export async function deletePasskey(
  trx: Trx,
  grant: UserGrant,
  id: number,
): Promise<PasskeyRow | undefined> {
  return trx
    .deleteFrom("passkeys")
    .where("user_id", "=", grant.user_id)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirst();
}

export async function deletePasskeys(trx: Trx, grant: UserGrant): Promise<void> {
  await trx.deleteFrom("passkeys").where("user_id", "=", grant.user_id).execute();
}
