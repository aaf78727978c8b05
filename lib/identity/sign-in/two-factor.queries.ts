import type { Insertable, Selectable } from "kysely";
import type { Db, Trx } from "#db/index.ts";
import type { SecondSteps, TwoFactors } from "#db/types.ts";
import type { UserGrant } from "#lib/core/access/authorize.ts";

type TwoFactorRow = Selectable<TwoFactors>;

export async function findTwoFactor(db: Db, userId: number): Promise<TwoFactorRow | undefined> {
  return db.selectFrom("two_factors").selectAll().where("user_id", "=", userId).executeTakeFirst();
}

/** Replaces an unconfirmed secret; a confirmed one stays. */
export async function putSecret(db: Db, grant: UserGrant, secret_sealed: string): Promise<void> {
  await db
    .insertInto("two_factors")
    .values({ user_id: grant.user_id, secret_sealed })
    .onConflict((conflict) =>
      conflict
        .column("user_id")
        .doUpdateSet({ secret_sealed })
        .where("two_factors.confirmed_at", "is", null),
    )
    .execute();
}

/** @returns whether it was unconfirmed */
export async function confirmSecret(
  trx: Trx,
  grant: UserGrant,
  values: { confirmed_at: string; last_step: number; secret_sealed: string },
): Promise<boolean> {
  const { secret_sealed, ...confirmed } = values;
  const row = await trx
    .updateTable("two_factors")
    .set(confirmed)
    .where("user_id", "=", grant.user_id)
    .where("confirmed_at", "is", null)
    .where("secret_sealed", "=", secret_sealed)
    .returning("user_id")
    .executeTakeFirst();
  return row !== undefined;
}

/** Each code works once. @returns whether neither it nor a later one was used */
export async function takeStep(db: Db, userId: number, step: number): Promise<boolean> {
  const row = await db
    .updateTable("two_factors")
    .set({ last_step: step })
    .where("user_id", "=", userId)
    .where((eb) => eb.or([eb("last_step", "is", null), eb("last_step", "<", step)]))
    .returning("user_id")
    .executeTakeFirst();
  return row !== undefined;
}

export async function deleteTwoFactor(trx: Trx, grant: UserGrant): Promise<boolean> {
  const row = await trx
    .deleteFrom("two_factors")
    .where("user_id", "=", grant.user_id)
    .returning("confirmed_at")
    .executeTakeFirst();
  return row !== undefined && row.confirmed_at !== null;
}

export async function replaceRecoveryCodes(
  trx: Trx,
  { user_id }: UserGrant,
  hashes: readonly Buffer[],
): Promise<void> {
  await trx.deleteFrom("recovery_codes").where("user_id", "=", user_id).execute();
  const rows = hashes.map((code_hash) => ({ user_id, code_hash }));
  await trx.insertInto("recovery_codes").values(rows).execute();
}

/** @returns whether the code existed */
export async function takeRecoveryCode(db: Db, userId: number, hash: Buffer): Promise<boolean> {
  const row = await db
    .deleteFrom("recovery_codes")
    .where("user_id", "=", userId)
    .where("code_hash", "=", hash)
    .returning("user_id")
    .executeTakeFirst();
  return row !== undefined;
}

export async function countRecoveryCodes(db: Db, grant: UserGrant): Promise<number> {
  const rows = await db
    .selectFrom("recovery_codes")
    .select("user_id")
    .where("user_id", "=", grant.user_id)
    .execute();
  return rows.length;
}

export async function insertStep(db: Db, values: Insertable<SecondSteps>): Promise<void> {
  await db.insertInto("second_steps").values(values).execute();
}

export async function findStep(
  db: Db,
  tokenHash: Buffer,
  now: string,
): Promise<Selectable<SecondSteps> | undefined> {
  return db
    .selectFrom("second_steps")
    .selectAll()
    .where("token_hash", "=", tokenHash)
    .where("expires_at", ">", now)
    .executeTakeFirst();
}

/** @returns whether it existed: of concurrent callers one gets it */
export async function deleteStep(db: Db, tokenHash: Buffer): Promise<boolean> {
  const deleted = await db
    .deleteFrom("second_steps")
    .where("token_hash", "=", tokenHash)
    .returning("token_hash")
    .executeTakeFirst();
  return deleted !== undefined;
}

export async function deleteExpiredSteps(db: Db, now: string): Promise<void> {
  await db.deleteFrom("second_steps").where("expires_at", "<=", now).execute();
}
