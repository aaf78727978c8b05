import type { Insertable, Selectable } from "kysely";
import type { Db, Trx } from "#db/index.ts";
import type { SignInCodes } from "#db/types.ts";
import type { AnybodyGrant, PageGrant } from "#lib/core/access/authorize.ts";

type CodeRow = Selectable<SignInCodes>;

export async function insertCode(
  trx: Trx,
  _grant: PageGrant | AnybodyGrant,
  values: Insertable<SignInCodes>,
): Promise<void> {
  await trx.insertInto("sign_in_codes").values(values).execute();
}

type Try = { token_hash: Buffer; most: number; now: string };

/** @returns undefined when the code has expired or was tried too often */
export async function countTry(
  db: Db,
  { token_hash, most, now }: Try,
): Promise<CodeRow | undefined> {
  return db
    .updateTable("sign_in_codes")
    .set((eb) => ({ tries: eb("tries", "+", 1) }))
    .where("token_hash", "=", token_hash)
    .where("tries", "<", most)
    .where("expires_at", ">", now)
    .returningAll()
    .executeTakeFirst();
}

/** @returns false when another transaction was first */
export async function deleteCode(db: Db, tokenHash: Buffer): Promise<boolean> {
  const deleted = await db
    .deleteFrom("sign_in_codes")
    .where("token_hash", "=", tokenHash)
    .returning("token_hash")
    .executeTakeFirst();
  return deleted !== undefined;
}

export async function deleteExpiredCodes(db: Db, now: string): Promise<void> {
  await db.deleteFrom("sign_in_codes").where("expires_at", "<=", now).execute();
}
