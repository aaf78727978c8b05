import type { Insertable, Selectable } from "kysely";
import type { Db, Trx } from "#db/index.ts";
import type { PasswordResets } from "#db/types.ts";
import type { AnybodyGrant, UserGrant } from "#lib/core/access/authorize.ts";

export async function insertReset(
  trx: Trx,
  _grant: AnybodyGrant,
  values: Insertable<PasswordResets>,
): Promise<void> {
  await trx.insertInto("password_resets").values(values).execute();
}

export async function findReset(
  db: Db,
  tokenHash: Buffer,
  now: string,
): Promise<Selectable<PasswordResets> | undefined> {
  return db
    .selectFrom("password_resets")
    .selectAll()
    .where("token_hash", "=", tokenHash)
    .where("expires_at", ">", now)
    .executeTakeFirst();
}

/** Uses up all reset links of the user. @returns whether this one was among them */
export async function takeReset(trx: Trx, grant: UserGrant, tokenHash: Buffer): Promise<boolean> {
  const taken = await trx
    .deleteFrom("password_resets")
    .where("user_id", "=", grant.user_id)
    .returning("token_hash")
    .execute();
  return taken.some(({ token_hash }) => token_hash.equals(tokenHash));
}

export async function deleteResets(trx: Trx, grant: UserGrant): Promise<void> {
  await trx.deleteFrom("password_resets").where("user_id", "=", grant.user_id).execute();
}

export async function deleteExpiredResets(db: Db, now: string): Promise<void> {
  await db.deleteFrom("password_resets").where("expires_at", "<=", now).execute();
}
